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

extension FetchRequest {
  /// The request whose rows come section by section, where the database can say so.
  ///
  /// Which rows a cut leaves depends on their order: that stays.
  package var sectionsFirst: FetchRequest {
    guard case .field(let path) = section, !isCut, memorySorts.isEmpty, sorts.first != Sort(path) else { return self }
    var result = self
    result.sorts = [Sort(path)] + sorts
    return result
  }
}
