/// The states that a text was in, to go back to.
package struct EditUndo {
  private var undone: [EditedText] = []
  private var done: [EditedText] = []
  private var present: EditedText
  /// Whether the last change was one letter that was typed.
  private var isTyping = false

  private static let most = 1000

  package init(_ text: EditedText) { present = text }

  /// Notes what the text is now; letters that are typed one after another are one step.
  package mutating func note(_ text: EditedText) {
    if text.scalars == present.scalars {
      if text.cursor != present.cursor { isTyping = false }
      present = text
      return
    }
    let isLetter =
      text.scalars.count == present.scalars.count + 1 && text.cursor == present.cursor + 1
      && text.scalars[text.cursor - 1].isPartOfWord
    if !(isLetter && isTyping) { done.append(present) }
    if done.count > Self.most { done.removeFirst() }
    undone = []
    isTyping = isLetter
    present = text
  }

  /// The text before the last change.
  package mutating func undo() -> EditedText? {
    guard let last = done.popLast() else { return nil }
    undone.append(present)
    (present, isTyping) = (last, false)
    return last
  }

  /// The text before the last `undo`.
  package mutating func redo() -> EditedText? {
    guard let next = undone.popLast() else { return nil }
    done.append(present)
    (present, isTyping) = (next, false)
    return next
  }
}
