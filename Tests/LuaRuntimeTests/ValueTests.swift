import LuaRuntime
import Testing

@Suite("Values")
struct ValueTests {
  static var literals: [(String, LuaValue)] {
    [
      ("nil", .nil), ("true", true), ("math.mininteger", .integer(.min)), ("1.0", 1.0), ("1", 1),
      ("-0.0", .number(-0.0)),
      ("1/0", .number(.infinity)), ("'a\\0b'", "a\0b"), ("'\\xff'", .string(LuaString(bytes: [0xFF]))),
    ]
  }

  @Test
  func `Values keep their type both ways`() throws {
    let state = try LuaState()
    for (literal, value) in Self.literals {
      #expect(try run("return \(literal)", in: state) == [value])
      state.setGlobal("x", value)
      let same = "return rawequal(x, \(literal)) and math.type(x or 0) == math.type(\(literal) or 0)"
      #expect(try run(same, in: state) == [true])
      #expect(state.global("x") == value)
    }
  }

  @Test
  func `A function of the program's own is defined nowhere that a person could look`() throws {
    let state = try LuaState()
    let own = try state.load("return function() end", name: "=" + LuaFunction.ownSource).call().first?.function
    let script = try run("return function() end", in: state).first?.function
    #expect(own != nil && own?.definition == nil)
    #expect(script?.definition?.source == "test" && script?.definition?.line == 1)
  }

  @Test
  func `Strings that are no text have bytes only`() {
    #expect(LuaString(bytes: [0xFF, 0x41]).text == nil)
    #expect(LuaString(bytes: [0xFF, 0x41]).lossyText == "\u{FFFD}A")
    #expect(LuaString("ño").text == "ño")
  }

  @Test
  func `Numbers are read without strings that look like them`() throws {
    let state = try LuaState()
    let stack = state.stack
    stack.push(2.0)
    stack.push("3")
    stack.push(2.5)
    #expect(stack.integer(1) == 2 && stack.number(1) == 2 && !stack.isInteger(1) && stack.isNumber(1))
    #expect(stack.integer(2) == nil && stack.number(2) == nil && !stack.isNumber(2) && stack.string(2) == "3")
    #expect(stack.integer(3) == nil && stack.string(3) == nil)
    #expect(stack.kind(2) == .string && stack.kind(9) == .none)
    stack.pop(3)
  }

  @Test
  func `Tables are read and written raw`() throws {
    let state = try LuaState()
    let results = try run(
      "return setmetatable({ 10, 20, name = 'x' }, { __index = error, __newindex = error })", in: state)
    let table = try #require(results.first?.table)
    #expect(table["name"] == "x" && table["none"] == .nil && table[2] == 20 && table.rawLength == 2)
    table["name"] = "y"
    table["new"] = 1.5
    table[3] = 30
    table[.boolean(true)] = 4
    table[.nil] = 5
    #expect(table[.boolean(true)] == 4 && table.elements == [10, 20, 30])
    var keys: [String] = []
    try table.forEach { key, value in keys.append("\(state.describe(key))=\(state.describe(value))") }
    #expect(keys.sorted() == ["1=10", "2=20", "3=30", "name=y", "new=1.5", "true=4"])
    #expect(state.stack.top == 0)
  }

  @Test
  func `A walk through a table that changes ends, whatever happens to the keys`() throws {
    let state = try LuaState()
    let table = state.makeTable()
    for index in 1...100 { table["key\(index)"] = .integer(Int64(index)) }
    var count = 0
    try table.forEach { key, _ in
      count += 1
      table[key] = .nil
    }
    #expect(count == 100)
    for index in 1...10 { table["key\(index)"] = 1 }
    try table.forEach { key, value in
      if case .integer(let number) = value, number > 1000 { return }
      table[key] = .nil
      for index in 0..<50 { table["new\(index)"] = 1001 }
      try run("collectgarbage()", in: state)
    }
    #expect(isWhole(state))
  }

  @Test
  func `Nil and NaN are no keys`() throws {
    let state = try LuaState()
    let stack = state.stack
    stack.newTable()
    for key in [LuaValue.nil, .number(.nan)] {
      stack.push(key)
      stack.push(1)
      stack.rawSetTop(table: 1)
    }
    #expect(stack.top == 1)
    stack.push("absent")
    #expect(!stack.next(1))
    #expect(stack.top == 1)
    stack.pop(1)
  }

  @Test
  func `Metamethods run only where asked for, and their errors arrive`() throws {
    let state = try LuaState()
    let results = try run(
      """
      return setmetatable({}, {
        __index = function(_, k) if k == 'bad' then error('no ' .. k) end return k .. '!' end,
        __newindex = function(_, k, v) error(k .. ' is fixed') end,
        __len = function() return 7 end, __lt = function() return true end, __eq = function() error({}) end })
      """, in: state)
    let stack = state.stack
    stack.push(try #require(results.first))
    try stack.get(1, "good")
    #expect(stack.string(-1) == "good!")
    stack.pop(1)
    #expect(throws: LuaError.self) { try stack.get(1, "bad") }
    stack.push(true)
    #expect(throws: LuaError.self) { try stack.set(1, "x") }
    #expect(try stack.length(1) == 7)
    stack.newTable()
    #expect(try stack.less(1, 2))
    #expect(throws: LuaError.self) { try stack.equal(1, 2) }
    #expect(stack.top == 2)
    stack.pop(2)
  }

  @Test
  func `A function knows where it is written`() throws {
    let state = try LuaState()
    let results = try run("\nreturn function() end, print", in: state)
    #expect(results[0].function?.definition?.line == 2)
    #expect(results[0].function?.definition?.source == "test")
    #expect(results[1].function?.definition == nil)
  }

  @Test
  func `References are released, and outlive their state`() throws {
    let state = try LuaState()
    let first = state.memoryUsed
    for _ in 0..<1000 { _ = state.makeTable() }
    try run("collectgarbage()", in: state)
    #expect(state.memoryUsed < first + 2000)
    let table = state.makeTable()
    let function = state.function(named: "f") { _ in 0 }
    #expect(table.isAlive && table.isSame(as: table))
    state.close()
    #expect(!table.isAlive && table["x"] == .nil && table.rawLength == 0)
    table["x"] = 1
    #expect(throws: LuaError.self) { try function.call() }
    state.close()
  }

  @Test
  func `A reference to another state is pushed as nil`() throws {
    let one = try LuaState()
    let two = try LuaState()
    two.setGlobal("t", .table(one.makeTable()))
    #expect(two.global("t") == .nil)
  }
}
