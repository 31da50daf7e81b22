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

  /// That a part of JSON equals values of a class: what is of another does not, which is known.
  package func unlessOfOtherClass(_ part: PartClass?, _ value: Expression) -> Expression {
    guard let part, case .field = value else { return self }
    return .and([self, .or([.not(.isNull(value.ofClass(part))), .isNull(value)])])
  }

  /// That a part of JSON is one, or none, of values of several classes, NULL among them.
  func isOne(_ kind: TestKind, of arguments: TestArguments) -> Expression {
    let parts = Set(arguments.parts.compactMap(\.self)).sorted { "\($0)" < "\($1)" }
    var ofEach = parts.map { part in
      var some = arguments
      some.values = arguments.indices.filter { arguments.parts[$0] == part }.map { arguments[$0] }
      return TestKind.oneOf.expression(ofClass(part), some).unlessOfOtherClass(part, self)
    }
    if arguments.contains(.null) { ofEach.append(.isNull(self)) }
    return kind == .noneOf ? .not(.or(ofEach)) : .or(ofEach)
  }
}
