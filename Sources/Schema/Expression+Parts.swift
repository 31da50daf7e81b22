extension Expression {
  /// A part of JSON of this class alone, NULL where it is of another; anything else as it is.
  package func ofClass(_ part: PartClass?) -> Expression {
    guard case .field(var path) = self, path.part == nil else { return self }
    path.part = part
    return .field(path)
  }

  /// That a part of JSON differs from values of a class: so does all that is of another.
  package func orIsOfOtherClass(_ part: PartClass?, _ value: Expression) -> Expression {
    guard let part, case .field = value else { return self }
    return .or([self, .and([.isNull(value.ofClass(part)), .not(.isNull(value))])])
  }
}
