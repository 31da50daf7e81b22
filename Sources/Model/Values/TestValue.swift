import LuaRuntime
import Schema

/// A test of the language as a value: `is.between(18, 24)`, or a word that still wants operands (`is.between`).
package final class TestValue {
  package let name: String
  /// Nil for a word that was not yet called with its operands.
  package let test: Test?
  fileprivate let kind: TestKind?
  /// The functions in it, by the number that the test has for them.
  package let functions: [ScriptHook: LuaFunction]
  /// The requests among its operands, by the number that the test has for them.
  package let requests: [ScriptHook: any RowsOperand]

  /// The name that a script gave it: `is.even = …`.
  private let givenName: String?

  package init(
    _ test: Test, functions: [ScriptHook: LuaFunction] = [:], requests: [ScriptHook: any RowsOperand] = [:],
    name: String? = nil
  ) {
    self.test = test
    self.functions = functions
    self.requests = requests
    kind = nil
    givenName = name
    if case .kind(let kind, _) = test { self.name = name ?? kind.name } else { self.name = name ?? "test" }
  }

  package init(_ kind: TestKind) {
    name = kind.name
    self.kind = kind
    functions = [:]
    requests = [:]
    givenName = nil
    test = kind.operands == .none ? .kind(kind, []) : nil
  }

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__call": { [unowned session] call in try TestValues(session).callTest(call) },
      "__bnot": { [unowned session] call in
        let value = try TestValues(session).value(call, 1)
        let negated = try TestValues(session).checked(value.test.negated)
        return TestValues(session).push(
          TestValue(negated, functions: value.functions, requests: value.requests), on: call.stack)
      },
      "__band": { [unowned session] call in try TestValues(session).join(call, Test.and) },
      "__bor": { [unowned session] call in try TestValues(session).join(call, Test.or) },
      "__tostring": { call in
        guard let value = call.object(1, as: TestValue.self) else { return call.returning("test") }
        let source = value.givenName == nil ? value.test?.source : nil
        return call.returning(source ?? "is.\(value.name)")
      },
    ]
  }

  /// The test with operands and options.
  fileprivate func called(
    _ arguments: TestArguments, _ requests: [ScriptHook: any RowsOperand]
  ) throws(ScriptError) -> TestValue {
    guard let kind else { throw ScriptError(ValueError.takesNothing(test: name)) }
    return TestValue(try kind.test(with: arguments), requests: requests)
  }
}

extension TestValues {
  package func push(_ value: TestValue, on stack: LuaStack) -> Int {
    BorrowedValue(.nil, on: stack).become(value, as: session.types.test)
    return 1
  }

  /// A test as a value of Lua.
  package func luaValue(_ test: TestValue) -> LuaValue {
    session.lua.makeUserdata(test, as: session.types.test)
  }

  /// The test in a value of Lua, if it is one.
  package func testValue(_ value: LuaValue) -> TestValue? {
    guard case .userdata(let userdata) = value else { return nil }
    return userdata.object(as: TestValue.self)
  }

  /// Pushes two tests as one.
  fileprivate func join(_ call: LuaCall, _ combine: (Test, Test) -> Test) throws -> Int {
    let (left, right) = (try value(call, 1), try value(call, 2))
    let functions = left.functions.merging(right.functions) { first, _ in first }
    let requests = left.requests.merging(right.requests) { first, _ in first }
    return push(
      TestValue(try checked(combine(left.test, right.test)), functions: functions, requests: requests), on: call.stack)
  }

  /// A test that was joined of others, unless it is too much for a database to ask.
  fileprivate func checked(_ test: Test) throws(ScriptError) -> Test {
    guard test.size <= Test.sizeLimit else {
      throw ScriptError(ValueError.tooManyTests(limit: Test.sizeLimit))
    }
    guard test.depth <= Test.depthLimit else {
      throw ScriptError(ValueError.testsTooDeep(limit: Test.depthLimit))
    }
    return test
  }

  /// The test at an argument, and the functions and requests in it.
  fileprivate func value(
    _ call: LuaCall, _ index: Int
  ) throws -> (test: Test, functions: [ScriptHook: LuaFunction], requests: [ScriptHook: any RowsOperand]) {
    guard let value = call.object(index, as: TestValue.self) else {
      throw ScriptError(ValueError.noTest(found: call.value(index).described))
    }
    guard let test = value.test else { throw ScriptError(ValueError.testNeedsValue(test: value.name)) }
    return (test, value.functions, value.requests)
  }

  fileprivate func callTest(_ call: LuaCall) throws -> Int {
    guard let word = call.object(1, as: TestValue.self) else { return 0 }
    let reader = TestArgumentReader(session: session, word: "is.\(word.name)", options: word.kind?.options ?? [])
    let isEqual = word.kind == .equal || word.kind == .notEqual
    let arguments = isEqual ? try reader.readEqual(call, from: 2) : try reader.read(call, from: 2)
    return push(try word.called(arguments, reader.requests.all), on: call.stack)
  }
}

extension TestKind {
  /// The test with these arguments.
  ///
  /// - Throws: an error that says what it takes instead.
  package func test(with arguments: TestArguments) throws(ScriptError) -> Test {
    guard takes(arguments.values), arguments.requests.isEmpty || operands == .list else {
      throw ScriptError(ValueError.testTakes(test: name, operands: operands, example: example))
    }
    if let mistake = mistake(in: arguments.values) { throw ScriptError(mistake) }
    do throws(SchemaError) {
      try arguments.checkPattern(of: self)
    } catch {
      throw ScriptError(ValueError.operandUnfit(test: name, reason: error.description))
    }
    return .kind(self, arguments)
  }

  private func takes(_ values: [Value]) -> Bool {
    switch operands {
    case .none: return values.isEmpty
    case .values(let count): return values.count == count
    case .list: return true
    case .text:
      guard values.count == 1 else { return false }
      switch values[0] {
      case .text, .data: return true
      default: return false
      }
    case .pattern:
      guard values.count == 1, case .text = values[0] else { return false }
      return true
    case .counts:
      let counts = values.allSatisfy { if case .integer(let count) = $0 { count >= 0 } else { false } }
      return counts && (1...2).contains(values.count)
    }
  }

  /// Whether the upper end of a range is below the lower one; durations are compared by their seconds, not as texts.
  private func areTurned(_ lower: Value, _ upper: Value) -> Bool {
    if case .text(let first) = lower, case .text(let second) = upper, let from = durationSeconds(first),
      let to = durationSeconds(second)
    {
      return to < from
    }
    return upper.isBelow(lower)
  }

  /// What makes a test of these operands one that no value passes, or every one.
  private func mistake(in values: [Value]) -> ValueError? {
    let isNoNumber = values.contains { if case .real(let number) = $0 { number.isNaN } else { false } }
    if isNoNumber { return .operandIsNaN(test: name) }
    if case .values = operands, self != .equal, self != .notEqual, values.contains(.null) {
      return .comparesWithNull(test: name)
    }
    guard values.count == 2, operands == .counts || operands == .values(2), areTurned(values[0], values[1]) else {
      return nil
    }
    return .endsAreTurned(test: name, lower: values[0].excerpt, upper: values[1].excerpt)
  }
}

extension Value {
  /// Whether it comes before another in any field that both fit: the texts `10` and `9` may be decimals,
  /// those of one moment may be of several digits or zones.
  fileprivate func isBelow(_ other: Value) -> Bool {
    // Text may be turned for one column and not for another: `'B'` comes before `'a'` where case counts.
    let isLess = withCell { left in
      other.withCell { right in Collation.declarable.allSatisfy { compareCells(left, right, by: $0) == .less } }
    }
    switch (self, other) {
    case (.text(let left), .text(let right)):
      if let left = DecimalNumber(left.utf8), let right = DecimalNumber(right.utf8) { return isLess && left < right }
      return isLess && isEarlier(left, than: right) ?? true
    case (.integer, .integer), (.integer, .real), (.real, .integer), (.real, .real): return isLess
    default: return false
    }
  }
}

extension Test {
  /// The test as a script writes it: `is.between(18, 24)`.
  package var source: String {
    switch self {
    case .kind(let kind, let arguments):
      kind.operands == .none ? "is.\(kind.name)" : "is.\(kind.name)(\(arguments.source))"
    case .not(let test): "~" + test.source
    case .and(let tests): "(\(tests.map(\.source).joined(separator: " & ")))"
    case .or(let tests): "(\(tests.map(\.source).joined(separator: " | ")))"
    case .function(let function): function.name.map { "is.\($0)" } ?? "function"
    }
  }
}

extension TestArguments {
  /// The arguments as a script writes them: `18, 24, { upper = "open" }`.
  fileprivate var source: String {
    let settings = TestOption.allCases.filter(options.contains).map { "\($0.rawValue) = \($0.setting)" }
    return
      (enumerated().map { word($1, at: $0) } + requests.map { _ in "request" }
      + (settings.isEmpty ? [] : ["{ \(settings.joined(separator: ", ")) }"]))
      .joined(separator: ", ")
  }

  private func word(_ value: Value, at place: Int) -> String {
    if value == .null { return "null" }
    return truths.contains(place) ? "\(value == .integer(1))" : value.excerpt
  }
}

extension TestValues {
  /// The names of all tests, those of the script behind those of the language.
  package var testNames: [String] { TestKind.all.map { $0.name } + session.state(NamedTests.self).all.keys.sorted() }
}
