extension Expression {
  /// A part of JSON of this class alone, NULL where it is of another, and so what is chosen among such parts and plain
  /// values; what is reckoned is an integer.
  package func ofClass(_ part: PartClass?) -> Expression {
    guard let part else { return self }
    switch self {
    case .field(var path):
      guard path.part == nil else { return self }
      path.part = part
      return .field(path)
    case .literal(let value): return .literal(value.ofClass(part))
    case .and([]), .or([]):
      let word = Value.text(self == .and([]) ? "true" : "false")
      return part == .truth ? self : .literal(part.isWhole ? word : .null)
    case .choose(let condition, let value, let other):
      return .choose(condition, value.ofClass(part), other.ofClass(part))
    case .call(.coalesce, let parts):
      return parts.reversed().reduce(.literal(.null)) { rest, value in value.ofClass(part, orElse: rest) }
    case .arithmetic:
      if part.isWhole { return .arithmetic(.concatenate, self, .literal(.text(""))) }
      if part == .word { return .call(.word, [self]) }
      return part == .number || part == .ordered ? self : .literal(.null)
    case .call(let function, let values) where function.partClass != nil:
      return values[0].plain(function.partClass, asPart: part)
    default: return self
    }
  }

  /// A plain value of a class as a part of JSON of another, or of the same.
  private func plain(_ own: PartClass?, asPart part: PartClass) -> Expression {
    if part == own || part == .ordered && own != .truth { return self }
    if part == .word, own != .truth { return own == .text ? self : .call(.word, [self]) }
    guard part.isWhole else { return .literal(.null) }
    switch own {
    case .truth:
      let isFalse = Expression.comparison(.equal, self, .literal(.integer(0)))
      return .choose(
        .comparison(.equal, self, .literal(.integer(1))), .literal(.text("true")),
        .choose(isFalse, .literal(.text("false")), .literal(.null)))
    case .text: return .call(.textJSON, [self])
    default: return .call(part == .key ? .numberKey : .numberJSON, [self])
    }
  }

  /// The same, or what is there in place of NULL.
  private func ofClass(_ part: PartClass, orElse rest: Expression) -> Expression {
    switch self {
    case .literal(.null): rest
    case .literal, .and([]), .or([]): ofClass(part)
    default: rest == .literal(.null) ? ofClass(part) : .choose(.isNull(ofAnyClass), rest, ofClass(part))
    }
  }

  /// What is asked whether it is NULL: values of one class where several parts are chosen among.
  private var ofAnyClass: Expression { if case .field = self { self } else { ofClass(.json) } }

  /// That a part of JSON differs from values of a class: so does all that is of another.
  package func orIsOfOtherClass(_ part: PartClass?, _ value: Expression) -> Expression {
    guard let part else { return self }
    return .or([self, .and([.isNull(value.ofClass(part)), .not(.isNull(value.ofAnyClass))])])
  }

  /// That a part of JSON equals values of a class: what is of another does not, which is known.
  package func unlessOfOtherClass(_ part: PartClass?, _ value: Expression) -> Expression {
    guard let part else { return self }
    return .and([self, .or([.not(.isNull(value.ofClass(part))), .isNull(value.ofAnyClass)])])
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

extension Value {
  /// A plain value as such a part of JSON: NULL where it is of another class.
  fileprivate func ofClass(_ part: PartClass) -> Value {
    if self == .null { return .null }
    if part == .ordered { return self }
    if part == .word { return inWords }
    guard part.isWhole else { return PartClass(self) == part ? self : .null }
    if case .real(let number) = self { return .text(part == .key ? number.jsonKey : number.jsonText) }
    return json.map { .text($0) } ?? .null
  }
}
