/// What could stand at the cursor.
package struct Completion: Equatable, Sendable {
  /// Where the text to replace starts, as a byte offset; it ends at the cursor.
  package var replacementStart: Int

  /// Whole replacements, inserted as they are.
  package var candidates: [String]

  /// What is shown beside a candidate, in a list: the type of a field.
  package var details: [String: String]

  package init(replacementStart: Int, candidates: [String], details: [String: String] = [:]) {
    self.replacementStart = replacementStart
    self.candidates = candidates
    self.details = details
  }
}

/// Proposes what could stand at the cursor; it must run no code of the person who types.
package protocol Completer: AnyObject {
  /// - Parameters:
  ///   - line: the entry so far: earlier lines, which are fixed, and the line being edited.
  ///   - cursor: a byte offset into it.
  func completions(of line: String, cursor: Int) -> Completion
}

/// What a Tab does.
enum CompletionStep: Equatable {
  /// Puts this in place of the text from `replacementStart` to the cursor.
  case replace(String)
  /// Shows what is possible.
  case list([String])
  /// Nothing to do; the terminal says so.
  case none
}

extension Completion {
  /// Decides what a Tab does: insert what is certain, and list the candidates when it is pressed again.
  ///
  /// ```swift
  /// Completion(replacementStart: 0, candidates: ["print", "printf"]).step(typed: "p", isRepeated: false)
  /// // .replace("print")
  /// ```
  /// - Parameters:
  ///   - typed: the text between `replacementStart` and the cursor.
  ///   - isRepeated: whether the last key was Tab too, and changed nothing.
  func step(typed: String, isRepeated: Bool) -> CompletionStep {
    let candidates = Set(candidates).sorted()
    guard let first = candidates.first else { return .none }
    if candidates.count == 1 { return first == typed ? .none : .replace(first) }
    let common = candidates.dropFirst().reduce(first) { commonPrefix($0, $1) }
    if common.count > typed.count && common.hasPrefix(typed) { return .replace(common) }
    // Letters were left out: what all have in common takes their place where it has them.
    let leavesOut = !typed.isEmpty && !candidates.contains { $0.lowercased().hasPrefix(typed.lowercased()) }
    if leavesOut, common.lowercased().holdsInOrder(typed.lowercased()) { return .replace(common) }
    return isRepeated ? .list(candidates.map { name in details[name].map { "\(name): \($0)" } ?? name }) : .none
  }
}

/// The characters with which both texts begin.
func commonPrefix(_ a: String, _ b: String) -> String {
  String(zip(a, b).prefix { $0 == $1 }.map(\.0))
}
