import SQLText
import Schema

/// Reads Lua's expression syntax, operators by precedence.
///
///     or  <  and  <  == ~= < <= > >=  <  .. (from the right)  <  + -  <  * / // %  <  not -
///
/// Source: the Lua 5.4 reference manual, section 3.4.8.
struct PredicateParser {
  private let text: [UInt8]
  private let tokens: [PredicateToken]
  private var place = 0
  /// How many parts enclose the present one: what is read by recursion must end before the stack does.
  private var depth = 0

  static let depthLimit = 100
  /// How many conditions `and` or `or` may join: databases have such a limit too (SQLite's is 1000), and say less.
  static let partLimit = 900
  /// Longer names are not repeated in a message.
  private static let longestName = 60

  init(_ text: String) throws(PredicateError) {
    self.text = Array(text.utf8)
    var lexer = PredicateLexer(self.text)
    tokens = try lexer.tokens()
  }

  /// The whole text as one expression.
  mutating func parse() throws(PredicateError) -> PredicateNode {
    let node = try expression(above: 0)
    if token.kind == .sign(.assign) { throw failure(.assignment) }
    guard case .end = token.kind else { throw failure(.expectedOperator) }
    return node
  }

  private var token: PredicateToken { tokens[place] }

  private func failure(_ slip: PredicateSlip) -> PredicateError {
    if case .end = token.kind { return PredicateError(slip.messageAtEnd, text, token.range) }
    return PredicateError(explained(slip), text, token.range)
  }

  /// The slip with what is known of its cause: a word of SQL, or a name with a blank.
  private func explained(_ slip: PredicateSlip) -> PredicateSlip {
    guard slip == .expectedOperator || slip == .expectedOperand || slip == .expectedSign(Sign.close.rawValue) else {
      return slip
    }
    let before = tokens[max(place - 1, 0)]
    if let advice = ForeignConditions.advice(for: text, at: token.range.lowerBound, behind: before.range.lowerBound) {
      return .foreign(isOperand: slip == .expectedOperand, advice: advice)
    }
    if slip == .expectedOperator, place > 0, case (.name(let first), .name(let second)) = (before.kind, token.kind),
      first.utf8.count + second.utf8.count < Self.longestName
    {
      return .expectedOperatorBetween(first, second)
    }
    return slip
  }

  private mutating func take(_ sign: Sign) -> Bool {
    guard token.kind == .sign(sign) else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ sign: Sign) throws(PredicateError) {
    guard take(sign) else { throw failure(.expectedSign(sign.rawValue)) }
  }

  // MARK: Operators

  /// Reads operators that bind stronger than `strength`.
  private mutating func expression(above strength: Int) throws(PredicateError) -> PredicateNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw PredicateError(.tooDeep(limit: Self.depthLimit), text, token.range)
    }
    var left = try prefixed()
    while case .sign(let sign) = token.kind, let strengths = sign.strengths, strengths.left > strength {
      let operatorRange = token.range
      place += 1
      let right = try expression(above: strengths.right)
      left = joined(sign, left, right)
      // A chain of operators is a tree as deep as the chain is long.
      guard left.depth <= Self.depthLimit else {
        throw PredicateError(.tooManyOperators(limit: Self.depthLimit), text, operatorRange)
      }
      guard left.partCount <= Self.partLimit else {
        throw PredicateError(.tooManyConditions(limit: Self.partLimit), text, operatorRange)
      }
    }
    return left
  }

  private func joined(_ sign: Sign, _ left: PredicateNode, _ right: PredicateNode) -> PredicateNode {
    let range = left.range.lowerBound..<right.range.upperBound
    let depth = max(left.depth, right.depth) + 1
    if let comparison = sign.comparison {
      return PredicateNode(syntax: .comparison(comparison, left, right), range: range, depth: depth)
    }
    if let operation = sign.arithmetic {
      return PredicateNode(syntax: .arithmetic(operation, left, right), range: range, depth: depth)
    }
    // What is joined by the same word is one list: it is no deeper than its parts.
    let flat = max(left.depth, right.depth + 1)
    switch (sign, left.syntax) {
    case (.and, .and(let parts)): return PredicateNode(syntax: .and(parts + [right]), range: range, depth: flat)
    case (.and, _): return PredicateNode(syntax: .and([left, right]), range: range, depth: depth)
    case (_, .or(let parts)): return PredicateNode(syntax: .or(parts + [right]), range: range, depth: flat)
    default: return PredicateNode(syntax: .or([left, right]), range: range, depth: depth)
    }
  }

  private mutating func prefixed() throws(PredicateError) -> PredicateNode {
    let start = token.range.lowerBound
    let isNot = take(.not)
    guard isNot || take(.subtract) else { return try suffixed() }
    let operand = try expression(above: Sign.prefixStrength)
    return PredicateNode(
      syntax: isNot ? .not(operand) : .negative(operand), range: start..<operand.range.upperBound,
      depth: operand.depth + 1)
  }

  // MARK: Operands

  /// An operand and the tests asked of it: `name:prefix('Z')`.
  private mutating func suffixed() throws(PredicateError) -> PredicateNode {
    let node = try operand()
    guard take(.colon) else { return node }
    guard case .name(let name) = token.kind else { throw failure(.expectedTest) }
    var test = PredicateTest(name: name, nameRange: token.range, operands: [], options: [])
    place += 1
    try readArguments(of: &test)
    let range = node.range.lowerBound..<tokens[place - 1].range.upperBound
    let depth = (test.operands + test.options.map(\.value)).reduce(node.depth) { max($0, $1.depth) } + 1
    return PredicateNode(syntax: .test(node, test), range: range, depth: depth)
  }

  /// `(a, b)`, or as in Lua a single text or table without parentheses.
  private mutating func readArguments(of test: inout PredicateTest) throws(PredicateError) {
    if case .value(.text) = token.kind { return test.operands = [try operand()] }
    if token.kind == .sign(.openList) { return try readTable(of: &test) }
    try expect(.open)
    if take(.close) { return }
    repeat {
      if token.kind == .sign(.openList) {
        try readTable(of: &test)
      } else {
        test.operands.append(try expression(above: 0))
      }
    } while take(.comma)
    try expect(.close)
  }

  /// `{ 1, 2 }` are operands, `{ ignore_case = true }` are options.
  private mutating func readTable(of test: inout PredicateTest) throws(PredicateError) {
    try expect(.openList)
    while token.kind != .sign(.closeList) {
      let start = token.range
      if case .name(let name) = token.kind, tokens[place + 1].kind == .sign(.assign) {
        place += 2
        test.options.append(.init(name: name, value: try expression(above: 0), range: start))
      } else {
        test.operands.append(try expression(above: 0))
      }
      if !take(.comma) { break }
    }
    try expect(.closeList)
  }

  private mutating func operand() throws(PredicateError) -> PredicateNode {
    let token = token
    switch token.kind {
    case .value(let value): return simple(.value(value), token)
    case .sign(.nil): return simple(.null, token)
    case .sign(.true): return simple(.truth(true), token)
    case .sign(.false): return simple(.truth(false), token)
    case .name:
      if case .sign(.open) = tokens[place + 1].kind, case .name(let name) = token.kind { return try call(name) }
      return try name()
    case .sign(.openName): return try name()
    case .sign(.open):
      place += 1
      let node = try expression(above: 0)
      try expect(.close)
      let range = token.range.lowerBound..<tokens[place - 1].range.upperBound
      return PredicateNode(syntax: node.syntax, range: range, depth: node.depth)
    default: throw failure(.expectedOperand)
    }
  }

  private mutating func simple(_ syntax: PredicateSyntax, _ token: PredicateToken) -> PredicateNode {
    place += 1
    return PredicateNode(syntax: syntax, range: token.range)
  }

  /// Reads a name with its dots: `team.name`, `team["Full Name"]`, `["Unit-Price"]`.
  private mutating func name() throws(PredicateError) -> PredicateNode {
    let start = token.range.lowerBound
    var parts: [String] = []
    repeat {
      if token.kind == .sign(.openName) {
        parts.append(try quotedName(isFirst: parts.isEmpty))
        continue
      }
      guard case .name(let part) = token.kind else { throw failure(.expectedName) }
      parts.append(part)
      place += 1
    } while take(.dot) || token.kind == .sign(.openName)
    return PredicateNode(syntax: .name(parts), range: start..<tokens[place - 1].range.upperBound)
  }

  /// A name that is none for Lua: `["Unit-Price"]`.
  private mutating func quotedName(isFirst: Bool) throws(PredicateError) -> String {
    try expect(.openName)
    guard case .value(.text(let name)) = token.kind else {
      if case .value(.integer) = token.kind, !isFirst { throw failure(.placeInList) }
      throw failure(.expectedQuotedName)
    }
    place += 1
    try expect(.closeName)
    return name
  }

  /// Reads the arguments of a function: `round(price, 2)`.
  private mutating func call(_ name: String) throws(PredicateError) -> PredicateNode {
    let start = token.range
    place += 2
    var arguments: [PredicateNode] = []
    if !take(.close) {
      repeat { arguments.append(try expression(above: 0)) } while take(.comma)
      try expect(.close)
    }
    return PredicateNode(
      syntax: .call(PredicateCall(name: name, nameRange: start, arguments: arguments)),
      range: start.lowerBound..<tokens[place - 1].range.upperBound,
      depth: arguments.reduce(0) { max($0, $1.depth) } + 1)
  }
}

extension Sign {
  fileprivate static let prefixStrength = 7

  /// How strongly it binds what is left and right of it: from the right where right is less.
  fileprivate var strengths: (left: Int, right: Int)? {
    switch self {
    case .or: (1, 1)
    case .and: (2, 2)
    case .equal, .notEqual, .less, .atMost, .greater, .atLeast: (3, 3)
    case .concatenate: (4, 3)
    case .add, .subtract: (5, 5)
    case .multiply, .divide, .floorDivide, .modulo: (6, 6)
    default: nil
    }
  }

  fileprivate var comparison: Expression.Comparison? {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .atMost: .atMost
    case .greater: .greater
    case .atLeast: .atLeast
    default: nil
    }
  }

  fileprivate var arithmetic: Expression.Arithmetic? {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .floorDivide: .floorDivide
    case .modulo: .modulo
    case .concatenate: .concatenate
    default: nil
    }
  }
}

extension PredicateParser {
  /// Whether a text has blanks and reads as an expression, or ends in the middle of one.
  ///
  ///     "extra.x + height", "extra.x +"              // true
  ///     "extra.content-type", "extra.first name"     // false: names, which documents have
  static func isMeant(by text: String) -> Bool {
    guard text.contains(" ") else { return false }
    if let last = text.utf8.last, "+-*/%<>=~".utf8.contains(last) { return true }
    guard var parser = try? PredicateParser(text) else { return false }
    return (try? parser.parse()) != nil
  }
}
