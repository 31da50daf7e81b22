import Model
import Query
import Schema
import Store

/// Values that read as a fallback though something is stored, as another program may have stored what is none of the
/// field's values: only who reads it knows.
///
///     n = integer { fallback = 0 }     -- of 3 and 'x' the greatest is 3, and 'x' is of the group of 0
extension RequestHandle {
  /// The field at a path of which stored values may read as its fallback; nil where each that is not NULL reads as
  /// itself.
  func fieldWithFallback(at path: FieldPath) throws -> Field? {
    let resolver = try resolver
    var path = path
    if path.isOwn, let computed = resolver.computed[path.field] {
      guard let read = computed.expression.readField(of: path.field) else { return nil }
      path = read
    }
    guard case .field(let field, let owner) = try resolver.target(of: path), field.fallback != nil else { return nil }
    return SessionClosures(context).traits(of: owner).isAsDeclared ? nil : field
  }
}

extension RowBuffer {
  /// Makes what is none of a field's values in a column what it reads as; NULL stays.
  func read(_ column: Int, as field: Field) {
    for row in 0..<count {
      let cell = self[row, column]
      guard !cell.isNull, let fallback = field.fallback(for: cell) else { continue }
      self[row, column] = store(fallback)
    }
  }
}

extension Expression {
  /// The field that it is, or that it reads as a key of groups (`RowValueReader.readKey`) under such a name.
  fileprivate func readField(of name: String) -> FieldPath? {
    switch self {
    case .field(let path): path
    case .call(.coalesce, let parts) where name.isOfReadKey: parts.first?.readField(of: name)
    case .choose(_, .literal(.null), let key) where name.isOfReadKey: key.readField(of: name)
    default: nil
    }
  }
}

extension String {
  /// No name of a script's own begins with a blank.
  fileprivate var isOfReadKey: Bool { hasPrefix(" ") && hasSuffix(" as it reads") }
}

extension GroupRequest {
  /// The fields whose stored values may read as a fallback, by the columns of keys and of values that aggregates
  /// measure; none where the database's own words are asked, which memory does not know.
  func fieldsWithFallbacks(of rows: RequestHandle) throws -> [Field?] {
    if aggregates.contains(where: { $0.written != nil }) { return [] }
    var fields = try keys.map { try rows.fieldWithFallback(at: $0.path) }
    for aggregate in aggregates {
      guard let path = aggregate.path else { continue }
      let isExtreme = aggregate.function == .min || aggregate.function == .max
      fields.append(try isExtreme ? rows.fieldWithFallback(at: path) : nil)
    }
    return fields
  }
}
