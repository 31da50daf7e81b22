import Testing

/// Columns of other programs that hold values of other classes than their types say: a text is a text there, too.
@Suite struct LooseColumnTests {
  private let store = """
    db:execute "CREATE TABLE kv (key TEXT PRIMARY KEY, value BLOB)"
    db:execute "INSERT INTO kv VALUES ('a', 'dark'), ('b', x'6461726b'), ('c', 5), ('d', 'light'), ('e', x'ff')"
    db:reflect()
    local function keys(r)
      local t = {}
      for i, k in ipairs(r) do t[i] = k.key_ end
      table.sort(t)
      return table.concat(t)
    end
    function all(...)
      local list = Kv:fetch()
      for _, condition in ipairs { ... } do
        print(keys(Kv:where(condition):fetch()), keys(list:filter(condition)))
      end
    end
    function found(...) return keys(Kv:where(...):fetch()) end
    """

  @Test func `a string means the text and the bytes of a column of bytes, in every form`() throws {
    try Script(schema: store).expect(
      """
      all({ value = "dark" }, { value = is.not_equal "dark" }, { value = { "dark", 5 } }, { value = is.none_of { "dark" } },
        "value == 'dark'", "value < 'e'", { value = is.between("dark", "light") }, { value = is.prefix "da" },
        { value = is.no_prefix "da" }, { value = is.matching "^l" }, { value = "\\xff" }, { value = 5 })
      print(found("value", "==", "dark"), found("value", "suffix", "rk"), found("value == v", { v = "dark" }))
      print(found(function(k) return k.value == "dark" end))
      """,
      """
      ab ab
      cde cde
      abc abc
      cde cde
      ab ab
      abc abc
      abd abd
      ab ab
      cde cde
      d d
      e e
      c c
      ab ab ab
      ab
      """)
  }

  @Test func `a text is written where a column of numbers has texts, and refused where it has numbers alone`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE note (id INTEGER PRIMARY KEY, sort INTEGER NOT NULL, price DECIMAL(10, 2), size INTEGER)"
        db:execute "INSERT INTO note VALUES (1, 'front', 1.5, 3), (2, 7, 'none', 4)"
        db:reflect()
        """)
    try script.expect(
      """
      local note = Note:get(1)
      note.sort, note.price = "fresh", "free"
      note:save()
      Note:where { id = 2 }:update { sort = "old" }
      Note:create { sort = "new", price = "1.25" }
      for _, n in ipairs(db:query "SELECT quote(sort) s, quote(price) p FROM note") do print(n.s, n.p) end
      print(Note:where { sort = "new" }:count(), Note:where { price = "free" }:count())
      """,
      """
      'fresh' 'free'
      'old' 'none'
      'new' 1.25
      1 1
      """)
    #expect(script.failure("Note:create { sort = '12' }") == "Note: sort: expected an integer, not the text '12'")
    #expect(
      script.failure("Note:create { sort = 1, size = 'x' }") == "Note: size: expected an integer, not the text 'x'")
  }

  @Test func `what another program put beyond the first rows may be said again`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE note (id INTEGER PRIMARY KEY, sort INTEGER, title TEXT)"
        for i = 1, 150 do db:execute("INSERT INTO note VALUES (?, ?, 'a')", i, i) end
        db:execute "INSERT INTO note VALUES (151, 'front', 'a')"
        db:reflect()
        """)
    try script.expect(
      """
      local note = Note:get(151)
      note.sort = note.sort
      note.title = "b"
      print(next(note:changes()), note:save() == note, db:query("SELECT quote(sort) s FROM note WHERE title = 'b'")[1].s)
      """, "title true 'front'")
    #expect(script.failure("Note:get(151).sort = 'back'") == "Note: sort: expected an integer, not the text 'back'")
  }

  @Test func `a key that numbers the rows is compared with integers alone`() throws {
    let script = try Script(
      schema: "db:execute 'CREATE TABLE n (id INTEGER PRIMARY KEY)' db:execute 'INSERT INTO n VALUES (1)' db:reflect()")
    for text in ["1", "x"] {
      #expect(
        script.failure("N:get '\(text)'")
          == "field 'id' is integer: it cannot be compared with '\(text)' (expected an integer)")
    }
  }

  @Test func `a text is written as a text where the column has texts`() throws {
    try Script(schema: store).expect(
      """
      Kv:where { key_ = "c" }:update { value = "blue" }
      Kv:create { key_ = "f", value = "green" }
      Kv:create { key_ = "g", value = "\\xfe" }
      local k = Kv:get "d"
      k.value = "grey"
      k:save()
      local kinds = {}
      for i, r in ipairs(db:query "SELECT key, typeof(value) AS k FROM kv ORDER BY key") do kinds[i] = r.key .. " " .. r.k end
      print(table.concat(kinds, ", "))
      print(db:query "SELECT count(*) AS n FROM kv WHERE value IN ('blue', 'green', 'grey')"[1].n)
      db:execute "CREATE TABLE photo (id INTEGER PRIMARY KEY, bytes BLOB)"
      db:execute "INSERT INTO photo VALUES (1, x'47')"
      Photo:create { bytes = "GIF" }
      print(db:query "SELECT typeof(bytes) AS k FROM photo WHERE id = 2"[1].k)
      """,
      """
      a text, b blob, c text, d text, e blob, f text, g blob
      3
      blob
      """)
  }

  @Test func `a key of bytes that is a text is found`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE b (k BLOB PRIMARY KEY, v)"
        db:execute "INSERT INTO b VALUES ('t', 1), (x'75', 2)"
        db:reflect()
        """
    ).expect("print(B:get('t').v, B:get('u').v, B:get('x'))", "1 2 nil")
  }

  @Test func `texts in columns of numbers are found by what they are`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE n (id INTEGER PRIMARY KEY, i INTEGER, r REAL, d DECIMAL(10,2))"
        db:execute "INSERT INTO n VALUES (1, 'abc', 'abc', 'n/a'), (2, 5, 2.5, 7), (3, NULL, NULL, NULL)"
        db:reflect()
        """)
    try script.expect(
      """
      local list = N:fetch()
      for field, word in pairs { i = "abc", r = "abc", d = "n/a" } do
        assert(N:where { [field] = word }:first().id == 1 and #list:filter { [field] = word } == 1)
        assert(N:where(field, "==", word):count() == 1 and N:where(field .. " == '" .. word .. "'"):count() == 1)
        assert(N:where { [field] = is.prefix(word:sub(1, 1)) }:count() == 1)
        assert(N:where { [field] = { word } }:count() == 1)
        assert(N:where(function(x) return x[field] == word end):count() == 1)
      end
      """, "")
    // Such a text is never there.
    #expect(script.failure("N:where { i = '5' }:fetch()").contains("expected an integer"))
  }

  @Test func `a text that the column would make a number is refused, and finds no number`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE a (id INTEGER PRIMARY KEY, n NUMERIC, d DATE)"
        db:execute "INSERT INTO a VALUES (1, 7, '2020-01-01')"
        db:reflect()
        """)
    for value in ["{ n = '007' }", "{ d = '2020' }"] {
      #expect(script.failure("A:create\(value)").contains("the column makes a number of this"))
      #expect(script.failure("A:where { id = 1 }:update\(value)").contains("the column makes a number of this"))
      #expect(script.failure("A:get_or_create\(value)").contains("the column makes a number of this"))
    }
    try script.expect(
      "A:create { n = 8, d = '2021-02-03' } print(A:count(), A:where { n = '7' }:count(), A:where { n = 7 }:count())",
      "2 0 1")
  }

  @Test func `true and false are compared with truths alone, in lists and tests, too`() throws {
    let script = try Script(schema: "T = entity 'T' { i = integer {}, b = boolean {} } db:create_all()")
    for condition in ["{ i = true }", "{ i = { true } }", "{ i = is.equal(true) }", "{ i = is.none_of { true, 2 } }"] {
      #expect(script.failure("T:where\(condition)").contains("true"), "\(condition)")
    }
    try script.expect(
      "T:create { b = true } print(T:where { b = { true } }:count(), T:where { b = is.equal(true) }:count())", "1 1")
  }

  @Test func `a key in descending order is no number of the row`() throws {
    let script = try Script(
      schema: "db:execute 'CREATE TABLE a (id INTEGER PRIMARY KEY DESC, v)' db:reflect()")
    #expect(script.failure("A:create { v = 1 }").contains("id"))
    try script.expect("A:create { id = 4, v = 1 } print(A:get(4).v)", "1")
  }

  @Test func `sections in memory follow a column that compares without case`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE c (id INTEGER PRIMARY KEY, n TEXT COLLATE NOCASE)"
        db:execute "INSERT INTO c (n) VALUES ('abc'), ('ABC'), ('b')"
        C = entity "C" { n = text {} }
        """
    ).expect(
      """
      local rs = result_set { unique = "id", section = "n", sort = "id" }
      rs:load(C:fetch())
      print(rs:section_count(), C:all():sectioned_by "n":results():section_count())
      """, "2 2")
  }

  @Test func `a result set finds a row by its key as the key compares`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE cust (code TEXT COLLATE NOCASE PRIMARY KEY)"
        db:execute "INSERT INTO cust VALUES ('abc'), ('x')"
        db:reflect()
        """
    ).expect("print(Cust:all():results():position 'ABC', Cust:all():results():position 'nope')", "1 nil")
  }

  @Test func `a column of the type ANY makes numbers of texts where types are not checked`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, x ANY)"
        db:execute "INSERT INTO t VALUES (1, 1), (2, 'abc'), (3, 10)"
        db:reflect()
        """
    ).expect(
      """
      local list = T:all():fetch()
      print(T:where { x = "1" }:count(), #list:filter { x = "1" }, T:where(function(p) return p.x == "1" end):count())
      print(T:where { x = is.less "2" }:count(), #list:filter { x = is.less "2" }, T:where { x = 1 }:count())
      """,
      """
      0 0 0
      2 2 1
      """)
  }

  @Test func `a truth in a column of real numbers reads as one`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, b REAL)"
        db:execute "INSERT INTO t VALUES (1, 1.0), (2, 0.0), (3, 0.5)"
        H = entity "H" { table = "t", b = boolean {} }
        """
    ).expect(
      """
      print(H:get(1).b, H:get(2).b, pcall(function() return H:get(3).b end))
      print(H:where(function(h) if h.id < 3 then return h.b end end):count(), H:where { b = true }:count())
      """,
      """
      true false false H: b: the stored value 0.5 is no boolean
      1 1
      """)
  }
}
