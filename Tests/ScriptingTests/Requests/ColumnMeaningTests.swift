import Glibc
import TestSupport
import Testing

/// What another program's column holds is compared alike by every word: conditions as tables, triples, text and
/// functions, lists in memory, sorts, groups.
@Suite struct ColumnMeaningTests {
  private static let kinds = [
    "INTEGER", "REAL", "NUMERIC", "DATETIME", "BOOLEAN", "DECIMAL(10, 2)", "TEXT", "VARCHAR(9)", "TEXT COLLATE NOCASE",
    "TEXT COLLATE RTRIM", "BLOB", "", "DATE COLLATE NOCASE", "NUMERIC COLLATE RTRIM",
  ]
  private static let cells = [
    "NULL", "0", "1", "-1", "2", "1.5", "-0.5", "1e20", "''", "'a'", "'A'", "'a '", "'b'", "'ab'", "'2017'", "2017",
    "'2017-01-01'", "'2018-01-01'", "'5'", "5", "'5.0'", "' 5'", "'1e400'", "'0x10'", "x''", "x'61'", "x'32303137'",
    "9007199254740993", "9007199254740992.0",
  ]

  /// Each seed makes some hundred comparisons: a few by default, as many as `MOONSHELL_SEEDS` says on demand.
  private static var seeds: Range<UInt64> {
    0..<(getenv("MOONSHELL_SEEDS").flatMap { UInt64(String(cString: $0)) } ?? 42)
  }

  /// The statements that make a table of some column, with an index, without row numbers or seen through a view.
  private static func table(_ dice: inout Dice, _ kind: String) -> String {
    let isView = dice.roll(6) == 0
    let ending = dice.roll(4) == 0 ? " WITHOUT ROWID" : ""
    let columns = "id INTEGER PRIMARY KEY NOT NULL, c \(kind), d \(dice.pick(kinds))"
    var rows = "CREATE TABLE \(isView ? "base" : "t") (\(columns))\(ending);"
    // Decimals have 64 bits: what is larger is no value of such a column.
    let cells = kind.hasPrefix("DECIMAL") ? Self.cells.filter { $0 != "1e20" } : Self.cells
    let classes = dice.roll(3) == 0 ? cells.filter { $0.hasPrefix("'") || $0 == "NULL" } : cells
    let count = 4 + dice.roll(24)
    for id in 1...count {
      rows += "INSERT INTO \(isView ? "base" : "t") VALUES (\(id), \(dice.pick(classes)), \(dice.pick(classes)));"
    }
    if isView { rows += "CREATE VIEW t AS SELECT id, c, d FROM base;" }
    if !isView, dice.roll(2) == 0 { rows += "CREATE INDEX i ON t (c);" }
    return rows
  }

  @Test(arguments: seeds) func `all words compare a column alike`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let kind = Self.kinds[Int(seed) % Self.kinds.count]
    let statements = Self.table(&dice, kind)
    let script = try Script(
      schema: """
        for statement in ([[\(statements)]]):gmatch "[^;]+" do db:execute(statement) end
        db:reflect()
        """)
    let found = try script.run(Self.comparisons.replacing("SEED", with: "\(seed)"))
    #expect(found == "", "seed \(seed), \(kind)\n\(statements)")
  }

  @Test func `parts of texts compare as their column does, and columns of views as those that they are made of`() throws
  {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, b TEXT COLLATE RTRIM)"
        db:execute "INSERT INTO t VALUES (1, 'Anna', 'x  '), (2, 'anNa', 'x'), (3, 'ANN', 'xy '), (4, NULL, NULL)"
        db:execute "CREATE VIEW v AS SELECT id, a, b FROM t"
        db:reflect()
        """
    ).expect(
      """
      local function ids(list)
        local t = {}
        for i, r in ipairs(list) do t[i] = r.id end
        table.sort(t)
        return table.concat(t, "")
      end
      for _, where in ipairs {
        { a = is.prefix "an" }, { a = is.suffix "NA" }, { a = is.containing "nn" }, { a = is.no_prefix "AN" }, { a = "ANNA" },
        { b = is.prefix "x " }, { b = is.suffix "x" }, { b = is.containing "x " }, { b = "x " },
      } do
        print(ids(T:where(where):fetch()), ids(T:fetch():filter(where)), ids(V:where(where):fetch()), ids(V:fetch():filter(where)))
      end
      print(#V:group_by "a":aggregate { n = "count" }:fetch(), ids(V:sorted_by("a", "id"):fetch()))
      """,
      """
      123 123 123 123
      12 12 12 12
      123 123 123 123

      12 12 12 12
      12 12 12 12
      12 12 12 12
      12 12 12 12
      12 12 12 12
      3 1234
      """.replacing("\n\n", with: "\n   \n"))
  }

  @Test func `sums of decimals that are stored as numbers are exact, and rows without a key are shown`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (k TEXT PRIMARY KEY, n DECIMAL(10, 2))"
        db:execute "INSERT INTO t VALUES ('a', 9007199254740993), (NULL, 0.1), (NULL, 0.2)"
        db:reflect()
        """
    ).expect(
      """
      print(T:sum "n", T:where(function(t) return t.n ~= nil and tostring(t.k) ~= "b" end):sum "n", #T:results())
      """, "9007199254740993.30 9007199254740993.30 3")
  }

  private static let comparisons = """
    local seed = SEED
    local function roll(n) seed = (seed * 6364136223846793005 + 1442695040888963407) return (seed >> 33) % n + 1 end
    local values = { 0, 1, 2, 5, 1.5, 2017, 1e20, 9007199254740993, 9007199254740992.0, "", "a", "A", "a ", "b", "5", "5.0",
      " 5", "2017", "2017-06-01", "1e400", "0x10", "5e", "+5", "A\\0", "ab" }
    local words = { equal = "==", not_equal = "~=", less = "<", at_most = "<=", greater = ">", at_least = ">=" }
    local names = { "equal", "not_equal", "less", "at_most", "greater", "at_least" }
    local asks = {
      equal = function(v) return function(r) return r.c == v end end,
      not_equal = function(v) return function(r) return r.c ~= v end end,
      less = function(v) return function(r) return r.c < v end end,
      at_most = function(v) return function(r) return r.c ~= nil and r.c <= v end end,
      greater = function(v) return function(r) return type(r.c) == type(v) and r.c > v end end,
      at_least = function(v) return function(r) return not (r.c and r.c < v) end end,
    }
    local function ids(list)
      local t = {}
      for i, r in ipairs(list) do t[i] = r.id end
      table.sort(t)
      return table.concat(t, " ")
    end
    local function try(f)
      local ok, result = pcall(f)
      return ok and ids(result) or "error"
    end
    local function agree(what, ...)
      local all = { ... }
      for i = 2, #all do
        if all[i] ~= all[1] then print(what, "1: " .. all[1], i .. ": " .. all[i]) end
      end
    end
    local list = T:fetch()
    for round = 1, 24 do
      local v, name = values[roll(#values)], names[roll(6)]
      local test = is[name](v)
      agree(name .. " " .. type(v) .. " " .. tostring(v),
        try(function() return list:filter { c = test } end), try(function() return T:where { c = test }:fetch() end),
        try(function() return T:where("c", words[name], v):fetch() end),
        try(function() return T:where("c " .. words[name] .. " low", { low = v }):fetch() end),
        try(function() return T:where(function(r) return r.id > 0 end):where { c = test }:fetch { pushdown = false } end))
      agree("not " .. name .. " " .. tostring(v),
        try(function() return list:filter { c = ~test } end), try(function() return T:where { c = ~test }:fetch() end))
      local low, high = values[roll(#values)], values[roll(#values)]
      local isRange, between = pcall(is.between, low, high)
      for _, test in ipairs { isRange and between or is.greater(low), is.one_of(low, high), is.none_of(low, v) } do
        agree("of two " .. tostring(low) .. " " .. tostring(high) .. " " .. tostring(v),
          try(function() return list:filter { c = test } end), try(function() return T:where { c = test }:fetch() end))
      end
      agree("columns " .. name,
        try(function() return list:filter("c " .. words[name] .. " d") end),
        try(function() return T:where("c " .. words[name] .. " d"):fetch() end))
      local ask = asks[name](v)
      agree("function " .. name .. " " .. tostring(v),
        try(function() return T:where(ask):fetch { pushdown = false } end), try(function() return T:where(ask):fetch() end))
    end
    local function order(list) local t = {} for i, r in ipairs(list) do t[i] = r.id end return table.concat(t, " ") end
    agree("order", order(T:sorted_by("c", "id"):fetch()), order(list:sorted("c", "id")),
      order(T:sorted_by("c", "id", function(r) return 1 end):fetch { pushdown = false }))
    local function groups(request)
      local t = {}
      for i, g in ipairs(request:group_by "c":aggregate { n = "count" }:fetch()) do t[#t + 1] = g.n end
      return table.concat(t, " ")
    end
    agree("groups", groups(T), groups(T:where(function(r) return tostring(r.id) ~= "" end)))
    """
}
