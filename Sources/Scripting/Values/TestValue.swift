import LuaRuntime
import Schema

/// A test of the language as a value: `is.between(18, 24)`, or a word that still wants operands (`is.between`).
final class TestValue {
  let name: String
  /// Nil for a word that was not yet called with its operands.
  let test: Test?
  private let kind: TestKind?

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

  /// The test with operands.
  fileprivate func called(_ operands: [Value]) throws(ScriptError) -> TestValue {
    guard let kind, let test = kind.test(with: operands) else {
      throw ScriptError(.argument, "is.\(name): \(kind?.operandWords ?? "takes nothing")")
    }
    return TestValue(test)
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
    var operands: [Value] = []
    for index in 2..<max(call.argumentCount + 1, 2) { operands += try self.operands(call.value(index), of: word) }
    return push(try word.called(operands), on: call.stack)
  }

  /// An operand; a list counts as all its elements.
  private func operands(_ value: LuaValue, of word: TestValue) throws -> [Value] {
    if case .table(let list) = value {
      return try (0..<list.rawLength).map { try operand(list[$0 + 1], of: word) }
    }
    return [try operand(value, of: word)]
  }

  private func operand(_ value: LuaValue, of word: TestValue) throws -> Value {
    if value.isSame(as: null) { return .null }
    guard let operand = Value(plain: value) else {
      throw ScriptError(.argument, "is.\(word.name) takes plain values, not \(value.described)")
    }
    return operand
  }
}

extension TestKind {
  /// The test with these operands, or nil when they do not fit.
  package func test(with values: [Value]) -> Test? {
    switch operands {
    case .none: return values.isEmpty ? .kind(self, []) : nil
    case .values(let count): return values.count == count ? .kind(self, values) : nil
    case .list: return .kind(self, values)
    case .text:
      guard values.count == 1 else { return nil }
      switch values[0] {
      case .text, .data: return .kind(self, values)
      default: return nil
      }
    case .counts:
      let counts = values.allSatisfy { if case .integer(let count) = $0 { count >= 0 } else { false } }
      return counts && (1...2).contains(values.count) ? .kind(self, values) : nil
    }
  }

  fileprivate var operandWords: String {
    switch operands {
    case .none: "takes nothing: write is.\(name)"
    case .values(1): "takes one value, as in \(example)"
    case .values(let count): "takes \(count) values, as in \(example)"
    case .list: "takes values or a list of them, as in \(example)"
    case .text: "takes one text, as in \(example)"
    case .counts: "takes one or two counts, as in \(example)"
    }
  }
}

extension Test {
  /// The test as a script writes it: `is.between(18, 24)`.
  package var source: String {
    switch self {
    case .kind(let kind, let operands):
      operands.isEmpty && kind.operands == .none
        ? "is.\(kind.name)" : "is.\(kind.name)(\(operands.map(\.excerpt).joined(separator: ", ")))"
    case .not(let test): "~" + test.source
    case .and(let left, let right): "(\(left.source) & \(right.source))"
    case .or(let left, let right): "(\(left.source) | \(right.source))"
    case .function: "function"
    }
  }
}
