import Testing

@testable import SQLiteEngine

@Suite struct TableTextTests {
  @Test func `a table falls into columns and constraints`() {
    let text = TableText(
      """
      CREATE TABLE IF NOT EXISTS "play,er" (
        id INTEGER PRIMARY KEY, -- the key, numbered
        "na""me" TEXT NOT NULL CHECK (length("na""me", 'a,b)') > 1) CHECK (1),
        price INTEGER /* decimal(2) */ DEFAULT (1 + 2), [check] TEXT,
        PRIMARY KEY (id, price), CONSTRAINT c CHECK (id <> PRICE)
      ) STRICT
      """)
    #expect(text?.columns.map(\.name) == ["id", "na\"me", "price", "check"])
    #expect(text?.columns.map(\.remark) == [nil, nil, "decimal(2)", nil])
    #expect(text?.column("PRICE")?.definition == "INTEGER /* decimal(2) */ DEFAULT (1 + 2)")
    #expect(text?.columns[1].checks == [["length", "(", "na\"me", ",", "'a,b)'", ")", ">", "1"], ["1"]])
    #expect(text?.constraints == ["PRIMARY KEY (id, price)", "CONSTRAINT c CHECK (id <> PRICE)"])
    #expect(text?.checks == [["id", "<>", "price"]])
  }

  @Test func `a table can be made under another name`() {
    let text = TableText("CREATE TABLE IF NOT EXISTS \"a\" (x, FOREIGN KEY (x) REFERENCES \"a\"(\"id\")) STRICT")
    #expect(
      text?.renamed("b", SQLiteDialect())
        == "CREATE TABLE IF NOT EXISTS \"b\" (x, FOREIGN KEY (x) REFERENCES \"a\"(\"id\")) STRICT")
  }

  @Test func `what is no table is nothing`() {
    for sql in [
      "", "(", "CREATE", "CREATE VIRTUAL TABLE t USING fts5(a)", "CREATE TABLE t", "SELECT 'x",
      "CREATE VIEW v(x) AS SELECT 1",
    ] {
      #expect(TableText(sql) == nil, "\(sql)")
    }
  }

  @Test func `unfinished texts are read to their end`() {
    let whole = Array("CREATE TABLE \"a\" (b TEXT CHECK (b <> ')' /* no */), [c] INT DEFAULT 'x''y', -- end\n d)")
    for length in 0...whole.count {
      #expect((TableText(String(whole[..<length])) != nil) == (length >= 18), "\(length)")
    }
  }
}
