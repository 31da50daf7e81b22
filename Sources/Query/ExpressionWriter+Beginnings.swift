import Schema

/// The beginning of a text as a range, which an index serves.
///
///     where { name = is.prefix "Ze" }   // "name" >= 'Ze' AND "name" < 'Zf'
extension ExpressionWriter {
  /// A condition on the beginning of a column's texts, where what is unknown is as good as false; nil for another, and
  /// for a column that compares otherwise than by bytes, or holds more than texts.
  mutating func write(beginning condition: Expression) throws(QueryError) -> SQL? {
    guard case .comparison(.equal, .call(.prefix, let parts), .literal(.text(let text))) = condition,
      parts.count == 2, case .field(let path) = parts[0],
      parts[1] == .literal(.integer(Int64(text.unicodeScalars.count))),
      let end = text.behindBeginning, try holdsTextsAlone(path)
    else { return nil }
    let lower = try write(.comparison(.atLeast, parts[0], .literal(.text(text))))
    return "\(lower) AND \(try write(.comparison(.less, parts[0], .literal(.text(end)))))"
  }

  private func holdsTextsAlone(_ path: FieldPath) throws(QueryError) -> Bool {
    guard resolver.computed(at: path) == nil, path.inside.isEmpty else { return false }
    let field = try resolver.field(at: resolver.settled(path))
    let nature = field.nature
    guard field.storage == .text, field.document == nil, nature.native == nil, nature.collation == .binary else {
      return false
    }
    // A column without a type holds what comes, whatever is declared.
    return nature.conversion == .texts || nature.conversion == .none && !nature.holdsAnything
  }
}

extension String {
  /// The first text behind all that begin with this one, in the order of bytes; nil where there is none.
  ///
  /// Nothing begins with a NUL, which ends a text to the database: the text itself, before which none of them comes.
  ///
  ///     "Ze".behindBeginning   // "Zf"
  fileprivate var behindBeginning: String? {
    var scalars = unicodeScalars
    if scalars.contains("\0") { return self }
    while let last = scalars.popLast() {
      // Between these two there is none.
      guard let next = Unicode.Scalar(last.value == 0xD7FF ? 0xE000 : last.value + 1) else { continue }
      scalars.append(next)
      return String(scalars)
    }
    return nil
  }
}
