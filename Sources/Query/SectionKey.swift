import Schema

/// What rows are sectioned by: it decides how they are arranged, not which there are.
package enum SectionKey: Hashable, Sendable {
  /// A field, or one that relations lead to.
  case field(FieldPath)
  /// The first character of a field, in upper case.
  case initial(FieldPath)
  /// What a function of the script makes of each row.
  case closure(ScriptHook)

  /// The field that is read.
  package var path: FieldPath? {
    switch self {
    case .field(let path), .initial(let path): path
    case .closure: nil
    }
  }
}

extension SectionKey {
  /// The same where a part of JSON is asked for as what stands there: true is no 1.
  package func askingParts(_ resolver: FieldResolver) throws(QueryError) -> SectionKey {
    switch self {
    case .field(let path): .field(try resolver.path(path, askedOf: .key))
    case .initial(let path): .initial(try resolver.path(path, askedOf: .key))
    case .closure: self
    }
  }
}

extension FetchRequest {
  /// The request whose rows come in another order, and as they came before where that finds them equal.
  ///
  /// Which rows a cut leaves depends on their order: that stays, and so does one that is made in memory.
  package func ordered(first sort: Sort) -> FetchRequest {
    guard !isCut, memorySorts.isEmpty, sorts.first != sort else { return self }
    var result = self
    result.sorts = [sort] + sorts
    return result
  }
}
