import SQLiteEngine
import Schema
import Store
import Testing

@Suite struct ValueTests {
  private static let values: [Value] = [
    .null, .integer(0), .integer(1), .integer(-1), .integer(.max), .integer(.min), .integer(1 << 53 + 1),
    .real(0), .real(1), .real(-1.5), .real(.leastNonzeroMagnitude), .real(.greatestFiniteMagnitude), .real(.infinity),
    .real(-.infinity),
    .real(9_223_372_036_854_775_808), .text(""), .text("a"), .text("it's \"é\" 🙂"), .text("a\0b"), .text("\0"),
    .text("e\u{301}"), .data([]), .data([0]), .data([0, 255, 39]), .data(Array("text".utf8)),
  ]

  @Test(arguments: values)
  func `a value comes back as it went`(value: Value) throws {
    let engine = try memory("CREATE TABLE t(a ANY) STRICT")
    #expect(try engine.rows("SELECT ?1", value) == [[value]])
    try engine.execute("INSERT INTO t VALUES (?1)", value)
    #expect(try engine.rows("SELECT a FROM t") == [[value]])
  }

  @Test(arguments: values)
  func `a borrowed value does too`(value: Value) throws {
    let engine = try memory("CREATE TABLE t(a ANY) STRICT")
    let rows = RowBuffer(columnCount: 1)
    rows.append([value])
    let statement = try engine.statement("INSERT INTO t VALUES (?1)")
    try statement.bind(rows[0], count: 1)
    #expect(try statement.run() == 1)
    statement.release()
    #expect(try engine.rows("SELECT a FROM t") == [[value]])
  }

  @Test(arguments: [
    (Value.integer(.max), Value.integer(.max)), (.integer(.min), .integer(.min)),
    (.integer(1 << 53 + 1), .integer(1 << 53 + 1)), (.real(-1.5), .integer(-2)), (.real(1e300), .null), (.null, .null),
  ]) func `an integer of any size is its own floor`(value: Value, floor: Value) throws {
    #expect(try memory().value("SELECT lua_floor(?1)", value) == floor)
  }

  @Test func `text keeps its bytes`() throws {
    let engine = try memory()
    #expect(try engine.value("SELECT hex(?1)", .text("e\u{301}\0")) == .text("65CC8100"))
    #expect(try engine.value("SELECT typeof(?1)", .text("")) == .text("text"))
    #expect(try engine.value("SELECT typeof(?1)", .data([])) == .text("blob"))
  }

  @Test func `a real that is no number is null`() throws {
    #expect(try memory().value("SELECT ?1", .real(.nan)) == .null)
  }

  @Test func `minus zero keeps its sign until it is stored`() throws {
    let engine = try memory("CREATE TABLE t(a REAL)")
    guard case .real(let bound)? = try engine.value("SELECT ?1", .real(-0.0)) else {
      Issue.record("no real")
      return
    }
    #expect(bound.sign == .minus)
    try engine.execute("INSERT INTO t VALUES (?1)", .real(-0.0))
    guard case .real(let stored)? = try engine.value("SELECT a FROM t") else {
      Issue.record("no real")
      return
    }
    // SQLite keeps a real without a fraction as an integer, which has one zero.
    #expect(stored.sign == .plus)
  }

  @Test func `a mebibyte of text fits`() throws {
    let text = Value.text(String(repeating: "0123456789abcdeé", count: 1 << 16))
    #expect(try memory().value("SELECT ?1", text) == text)
  }

  @Test func `a database in UTF 16 reads the same`() throws {
    let engine = try memory("PRAGMA encoding = 'UTF-16le'", "CREATE TABLE t(a)")
    try engine.execute("INSERT INTO t VALUES (?1)", .text("é🙂"))
    #expect(try engine.rows("SELECT a FROM t") == [[.text("é🙂")]])
  }
}
