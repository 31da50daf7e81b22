import Glibc
import TestSupport
import Testing

/// `db:schema_source()` of any schema: it runs where the tables are and where they are not, and nothing is left to migrate.
@Suite struct RandomSourceTests {
  private static let types = [
    "INTEGER", "TEXT", "REAL", "NUMERIC(10, 2)", "VARCHAR(40)", "DATETIME", "BLOB", "", "BOOLEAN", "INT", "DOUBLE",
  ]
  private static let defaults = [
    "", "", "", " DEFAULT 1", " DEFAULT 'x'", " DEFAULT CURRENT_TIMESTAMP", " DEFAULT (1 + 2)", " DEFAULT NULL",
    " DEFAULT 1.5", " DEFAULT \"dq\"", " DEFAULT word", " DEFAULT -2",
  ]
  private static let rules = [
    "", "", "", " NOT NULL", " UNIQUE", " CHECK (c <> 5)", " COLLATE NOCASE", " COLLATE RTRIM",
    " CONSTRAINT a CHECK (c > 0)", " NOT NULL ON CONFLICT IGNORE",
    " UNIQUE ON CONFLICT REPLACE",
  ]

  private static let computations = [
    "GENERATED ALWAYS AS (length(c)) VIRTUAL", "AS (c || ')' || \"d\") STORED", "AS ([c] COLLATE NOCASE = d) UNIQUE",
    "generated always as (CASE WHEN c > 5 THEN 'a,b' ELSE d END) CHECK (g <> 'x')", "NOT NULL AS (coalesce(c, 1))",
    "COLLATE NOCASE AS (/* of c */ c\n + 1) STORED",
  ]

  /// Columns that are called as options of entities are.
  private static let optionNames = ["check", "indexes", "table", "unique"]

  /// A hundred schemas by default, as many as `MOONSHELL_SEEDS` says on demand.
  private static var seeds: Range<UInt64> {
    0..<(getenv("MOONSHELL_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 100)
  }

  private static func schema(_ dice: inout Dice) -> [String] {
    var statements: [String] = []
    let count = 1 + dice.roll(4)
    for table in 1...count {
      var columns: [String] = []
      let key = dice.roll(5)
      switch key {
      case 0: columns.append("id INTEGER PRIMARY KEY")
      case 1: columns.append("id INTEGER PRIMARY KEY AUTOINCREMENT")
      case 2: columns.append("id TEXT PRIMARY KEY")
      default: columns.append("id INTEGER NOT NULL")
      }
      for name in ["c", "d", "e"] + (dice.roll(3) == 0 ? Self.optionNames : []) {
        let rule = dice.pick(rules).replacing("(c ", with: "(\"\(name)\" ").replacing(
          "CONSTRAINT a", with: "CONSTRAINT \(name)x")
        columns.append("\"\(name)\" \(dice.pick(types))\(dice.pick(defaults))\(rule)")
      }
      let isComputed = dice.roll(3) == 0
      if isComputed { columns.append("g \(dice.pick(types)) \(dice.pick(computations))") }
      if table > 1, dice.roll(2) == 0 {
        let action = dice.pick([
          "", " ON DELETE CASCADE", " ON DELETE SET DEFAULT", " ON UPDATE CASCADE",
          " ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED",
        ])
        let value = dice.roll(5) == 0 ? " DEFAULT 1" : ""
        columns.append("p_id INTEGER\(value) REFERENCES t\(1 + dice.roll(table - 1))\(action)")
      }
      // References to columns that are no key, and to keys of several columns and other types.
      let others = table > 1 ? dice.roll(6) : 5
      if others < 2 { columns.append("u_x \(dice.pick(types))") }
      if others == 1 { columns.append("u_y \(dice.pick(types))") }
      if key == 3 { columns.append("PRIMARY KEY (id, c)") }
      if others == 0 { columns.append("FOREIGN KEY (u_x) REFERENCES t\(1 + dice.roll(table - 1)) (c)") }
      if others == 1 { columns.append("FOREIGN KEY (u_x, u_y) REFERENCES t\(1 + dice.roll(table - 1)) (id, c)") }
      if dice.roll(4) == 0 { columns.append("CHECK (c IS NOT NULL OR d IS NULL)") }
      if dice.roll(5) == 0 { columns.append("UNIQUE (d, e)") }
      let ending = key == 2 && dice.roll(2) == 0 ? " WITHOUT ROWID" : ""
      statements.append("CREATE TABLE t\(table)(\(columns.joined(separator: ", ")))\(ending)")
      let indexes = [
        "CREATE INDEX i\(table) ON t\(table)(c)", "CREATE UNIQUE INDEX i\(table) ON t\(table)(c COLLATE NOCASE)",
        "CREATE INDEX i\(table) ON t\(table)(c, d DESC)", "CREATE INDEX i\(table) ON t\(table)(lower(c))",
        "CREATE UNIQUE INDEX i\(table) ON t\(table)(e) WHERE e > 5", "CREATE UNIQUE INDEX i\(table) ON t\(table)(c, e)",
      ]
      if dice.roll(2) == 0 { statements.append(dice.pick(indexes)) }
      if isComputed, dice.roll(2) == 0 {
        statements.append(
          dice.pick([
            "CREATE INDEX g\(table) ON t\(table)(g)", "CREATE INDEX g\(table) ON t\(table)(g, lower(c)) WHERE g > 1",
          ]))
      }
      if dice.roll(6) == 0 { statements.append("CREATE UNIQUE INDEX j\(table) ON t\(table)(c)") }
      if dice.roll(5) == 0 { statements.append("CREATE VIEW v\(table) AS SELECT c, d FROM t\(table)") }
      if dice.roll(6) == 0 {
        statements.append("CREATE TRIGGER r\(table) AFTER INSERT ON t\(table) BEGIN UPDATE t\(table) SET e = e; END")
      }
    }
    return statements
  }

  /// What tables demand of rows and give them, index by index and column by column.
  private static let facts = """
    local lines = {}
    for _, t in ipairs(db:query "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1") do
      for _, c in ipairs(db:query("SELECT * FROM pragma_table_xinfo(?)", t.name)) do
        local value = c.dflt_value
        if value == "NULL" then value = nil end
        -- A default in double quotes is a text like any other.
        value = value and value:gsub('^"(.*)"$', "'%1'"):gsub("^'(%a+)'$", "%1")
        -- A column of text makes '1.5' of 1.5.
        if value and c.type:find "TEXT" or c.type:find "CHAR" then value = value and value:gsub("^'(.*)'$", "%1") end
        lines[#lines + 1] = t.name .. "." .. c.name .. " " .. tostring(tonumber(value) or value):gsub("%.0$", "") .. " " .. (c.hidden > 0 and "computed" or "written")
      end
      local indexes = {}
      for _, i in ipairs(db:query("SELECT * FROM pragma_index_list(?) WHERE origin <> 'pk'", t.name)) do
        local parts = {}
        for _, x in ipairs(db:query("SELECT * FROM pragma_index_xinfo(?) WHERE key", i.name)) do
          parts[#parts + 1] = tostring(x.name) .. " " .. x.coll .. " " .. x.desc
        end
        local words = t.name .. " " .. i.unique .. i.partial .. " " .. table.concat(parts, ", ")
        -- A table of Moonshell's own has an index for each relation.
        if not words:find "00 p_id BINARY 0$" then indexes[#indexes + 1] = words end
      end
      table.sort(indexes)
      lines[#lines + 1] = table.concat(indexes, "; ")
      local sql = db:query("SELECT sql FROM sqlite_schema WHERE name = ?", t.name)[1].sql
      local _, checks = sql:gsub("CHECK", "")
      lines[#lines + 1] = t.name .. " checks: " .. checks
      local keys = {}
      for _, k in ipairs(db:query("SELECT * FROM pragma_foreign_key_list(?)", t.name)) do
        keys[#keys + 1] = k["from"] .. " " .. k.table .. " " .. (k.on_delete == "NO ACTION" and "RESTRICT" or k.on_delete)
      end
      table.sort(keys)
      lines[#lines + 1] = table.concat(keys, "; ")
    end
    return table.concat(lines, "\\n")
    """

  @Test(arguments: seeds) func `the source runs anywhere and leaves nothing to migrate`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let statements = Self.schema(&dice)
    let original = try Script(location: ":memory:")
    for statement in statements { try original.run("db:execute [[\(statement)]]") }
    let text = statements.joined(separator: ";\n")
    let facts = try original.run(Self.facts)
    let source = try original.run("return db:schema_source()")
    let nothing = "nothing to migrate: the tables are as declared"
    let planned = try original.run(source + "\nreturn db:migrate { dry_run = true }")
    #expect(planned == nothing, "where the tables are, seed \(seed)\n\(text)\n\n\(source)")
    let fresh = try Script(location: ":memory:")
    let made = try fresh.run(source + "\ndb:create_all()\nreturn db:migrate { dry_run = true }")
    #expect(made == nothing, "where they are not, seed \(seed)\n\(text)\n\n\(source)")
    let found = try fresh.run(Self.facts)
    #expect(found == facts, "seed \(seed)\n\(text)\n\n\(source)")
  }
}
