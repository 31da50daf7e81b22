import LuaRuntime
import Schema

/// A test of the language as a value: `is.between(18, 24)`, or a word that still wants operands (`is.between`).
final class TestValue {
  let name: String
  /// Nil for a word that was not yet called with its operands.
  let test: Test?
  fileprivate let kind: TestKind?

  init(_ test: Test) {
    self.test = test
    kind = nil
    if case .kind(let kind, _) = test { name = kind.name } else { name = "test" }
  }

  init(_ kind: TestKind) {
    name = kind.name
    self.kind = kind
    test = kind.operands == .none ? .kind(kind, []) : nil
  }

  static func metamethods(_ session: Session) -> [String: HostFunction] {
    [
      "__call": { [unowned session] call in try session.callTest(call) },
      "__bnot": { [unowned session] call in
        session.push(TestValue(.not(try session.test(call, 1))), on: call.stack)
      },
      "__band": { [unowned session] call in
        session.push(TestValue(.and(try session.test(call, 1), try session.test(call, 2))), on: call.stack)
      },
      "__bor": { [unowned session] call in
        session.push(TestValue(.or(try session.test(call, 1), try session.test(call, 2))), on: call.stack)
      },
      "__tostring": { call in
        guard let value = call.object(1, as: TestValue.self) else { return call.returning("test") }
        return call.returning(value.test?.source ?? "is.\(value.name)")
      },
    ]
  }

  /// The test with operands and options.
  fileprivate func called(_ arguments: TestArguments) throws(ScriptError) -> TestValue {
    guard let kind else { throw ScriptError(.argument, "is.\(name): takes nothing") }
    return TestValue(try kind.test(with: arguments))
  }
}

extension Session {
  func push(_ value: TestValue, on stack: LuaStack) -> Int {
    stack.push(value, as: types.test)
    return 1
  }

  /// The test in a value of Lua, if it is one.
  func testValue(_ value: LuaValue) -> TestValue? {
    guard case .userdata(let userdata) = value else { return nil }
    return userdata.object(as: TestValue.self)
  }

  /// The test at an argument.
  fileprivate func test(_ call: LuaCall, _ index: Int) throws -> Test {
    guard let value = call.object(index, as: TestValue.self) else {
      throw ScriptError(.argument, "~, & and | of tests take tests (is.…), not \(call.value(index).described)")
    }
    guard let test = value.test else { throw ScriptError(.argument, "is.\(value.name) needs a value first") }
    return test
  }

  fileprivate func callTest(_ call: LuaCall) throws -> Int {
    guard let word = call.object(1, as: TestValue.self) else { return 0 }
    let arguments = try TestArgumentReader(session: self, word: "is.\(word.name)", options: word.kind?.options ?? [])
      .read(call, from: 2)
    return push(try word.called(arguments), on: call.stack)
  }
}

extension TestKind {
  /// The test with these arguments.
  ///
  /// - Throws: an error that says what it takes instead.
  package func test(with arguments: TestArguments) throws(ScriptError) -> Test {
    guard takes(arguments.values) else { throw ScriptError(.argument, "is.\(name): \(operandWords)") }
    do throws(SchemaError) {
      try arguments.checkPattern(of: self)
    } catch {
      throw ScriptError(.argument, "is.\(name): \(error)")
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

  private var operandWords: String {
    switch operands {
    case .none: "takes nothing: write is.\(name)"
    case .values(1): "takes one value, as in \(example)"
    case .values(let count): "takes \(count) values, as in \(example)"
    case .list: "takes values or a list of them, as in \(example)"
    case .text: "takes one text, as in \(example)"
    case .pattern: "takes one regular expression, as in \(example)"
    case .counts: "takes one or two counts, as in \(example)"
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
    case .and(let left, let right): "(\(left.source) & \(right.source))"
    case .or(let left, let right): "(\(left.source) | \(right.source))"
    case .function: "function"
    }
  }
}

extension TestArguments {
  /// The arguments as a script writes them: `18, 24, { upper = "open" }`.
  fileprivate var source: String {
    let settings = TestOption.allCases.filter(options.contains).map { "\($0.rawValue) = \($0.setting)" }
    return (map(\.excerpt) + (settings.isEmpty ? [] : ["{ \(settings.joined(separator: ", ")) }"]))
      .joined(separator: ", ")
  }
}
