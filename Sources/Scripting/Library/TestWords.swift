import LuaRuntime
import Model
import Schema

extension Word {
  static let test = Word(
    function: "test", takes: 2, "a test made of a function and what a failing value is told; a case of a file of tests",
    #"is.even = test(function(v) return v % 2 == 0 end, "must be even")"#
  ) { session, call in
    if let name = call.value(1).text, case .function(let body) = call.value(2) {
      try session.state(TestCases.self).add(name, body)
      return 0
    }
    guard case .function(let function) = call.value(1) else {
      throw WordError.testWithoutFunction(value: call.value(1).described)
    }
    var message: String?
    if call.argumentCount > 1, call.stack.kind(2) != .nil {
      guard call.stack.kind(2) == .string, let words = call.string(2), !words.isEmpty else {
        throw WordError.testMessageNotText(value: call.value(2).described)
      }
      message = words
    }
    let hook = session.state(Numbers.self).newHook()
    return TestValues(session).push(
      TestValue(.function(TestFunction(hook, message: message)), functions: [hook: function]), on: call.stack)
  }

  static let `is` = Word(
    "is", "the tests of values: is.between(18, 24), is.prefix \"Z\", ~is.present, …", "is.at_least(18)"
  ) { session in
    let known = session.state(TestTable.self)
    let tests = known.table
    let making = session.lua.makeTable()
    making["__index"] = .function(
      session.lua.function(named: "index") { [unowned session] call in
        if let test = call.value(2).text.flatMap(known.test) {
          call.push(test)
          return 1
        }
        let name = session.lua.describe(call.value(2))
        throw WordError.noTest(name: name, candidates: TestValues(session).testNames)
      })
    tests.setMetatable(making)
    let metatable = session.lua.makeTable()
    metatable["__index"] = .table(tests)
    metatable["__newindex"] = .function(
      session.lua.function(named: "newindex") { [unowned session] call in
        let (name, test) = try Words(session).nameTest(call)
        session.state(NamedTests.self).all[name] = test
        tests[name] = TestValues(session).luaValue(test)
        return 0
      })
    metatable["__pairs"] = .function(
      session.lua.function(named: "pairs") { [unowned session] call in
        known.makeAll()
        call.push(session.lua.global("next"))
        call.push(.table(tests))
        return 2
      })
    metatable["__tostring"] = .function(
      session.lua.function(named: "tostring") { [unowned session] call in
        call.returning("is: " + TestValues(session).testNames.joined(separator: ", "))
      })
    metatable["__metatable"] = .string("is")
    // The table itself stays empty, so that no assignment to it goes unseen.
    let result = session.lua.makeTable()
    result.setMetatable(metatable)
    return .table(result)
  }
}

extension Session {
  /// Makes what is made when a script first asks for it, for those who look into tables without running anything.
  package func showTests() { context.state(TestTable.self).makeAll() }
}

extension Words {
  /// The name and the test of `is.even = test(…)`.
  fileprivate func nameTest(_ call: LuaCall) throws -> (String, TestValue) {
    guard call.stack.kind(2) == .string, let name = call.string(2), name.isIdentifier else {
      throw WordError.testWithoutName(value: call.value(2).described)
    }
    if TestKind.named(name) != nil {
      throw WordError.keptTest(name: name)
    }
    guard let value = TestValues(session).testValue(call.value(3)), var test = value.test else {
      throw WordError.notATest(name: name, value: call.value(3).described)
    }
    if case .function(var function) = test {
      function.name = name
      test = .function(function)
    }
    return (name, TestValue(test, functions: value.functions, requests: value.requests, name: name))
  }
}

extension String {
  /// Whether it can stand behind `is.`: letters, digits and lines, no digit first.
  fileprivate var isIdentifier: Bool {
    guard let first = utf8.first, !(48...57).contains(first) else { return false }
    return utf8.allSatisfy { $0 == 95 || (48...57).contains($0) || (97...122).contains($0 | 0x20) }
  }
}
