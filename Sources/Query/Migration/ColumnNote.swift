/// What a table notes of a column beside its type: what that means, and the relation whose links begin there.
///
///     ColumnNote("uuid, links of tags")   // remark: uuid, linkedBy: tags
package struct ColumnNote: Hashable, Sendable {
  package var remark: String?
  package var linkedBy: String?

  package init(remark: String?, linkedBy: String?) {
    (self.remark, self.linkedBy) = (remark, linkedBy)
  }

  package init(_ text: String) {
    let parts = text.split(separator: ",", maxSplits: 1).map { $0.drop { $0 == " " } }
    if let last = parts.last, last.hasPrefix(Self.mark) {
      self.init(remark: parts.count > 1 ? String(parts[0]) : nil, linkedBy: String(last.dropFirst(Self.mark.count)))
    } else {
      self.init(remark: text, linkedBy: nil)
    }
  }

  private static let mark = "links of "

  /// Nil where there is nothing to note.
  package var text: String? {
    let parts = [remark, linkedBy.map { Self.mark + $0 }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension TableDescription.Column {
  /// Takes what the table notes of the column; what is not noted stays.
  package mutating func take(note text: String?) {
    guard let note = text.map({ ColumnNote($0) }) else { return }
    remark = note.remark ?? remark
    linkedBy = note.linkedBy
  }

  /// All that is noted of it.
  var note: String? { ColumnNote(remark: remark, linkedBy: linkedBy).text }
}
