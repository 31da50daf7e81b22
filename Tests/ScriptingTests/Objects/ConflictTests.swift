import Testing

@Suite struct ConflictTests {
  /// Of one row it is the value that stands there; rows of a request have each their own.
  @Test func `a conflict of several fields says what was not written, or does without it`() throws {
    let script = try Script(
      schema: """
        O = entity "O" { name = text {} }
        P = entity "P" { name = text {} }
        L = entity "L" { o = belongs_to "O", p = belongs_to "P", indexes = { index { "o", "p", unique = true } } }
        db:create_all()
        o = O:create { name = "o" }
        p, q = P:create { name = "p" }, P:create { name = "q" }
        L:create { o = o, p = p }
        L:create { o = o, p = q }
        """)
    try script.expect(
      """
      local function conflict(body)
        local ok, e = pcall(body)
        print(e.kind, e.field, e.value, tostring(e))
      end
      conflict(function() L:where { p = p }:update { p = q } end)
      conflict(function() L:where(function(l) return l.p == p end):update { p = q } end)
      conflict(function() local l = L:get(1) l.p = q l:save() end)
      conflict(function() L:create { o = o, p = q } end)
      print(L:where { p = p }:count())
      """,
      """
      ConflictError p 2 L: p: 2 exists already beside the same o
      ConflictError p 2 L: p: 2 exists already beside the same o
      ConflictError o 1 L: o, p: 1, 2 exists already (id 2)
      ConflictError o 1 L: o, p: 1, 2 exists already (id 2)
      1
      """)
  }

  @Test func `a conflict's value is the one that the script gave`() throws {
    let script = try Script(
      schema: """
        E = entity "E" {
          d = decimal { scale = 1, unique = true }, k = enum { { "x", 1 }, { "y", 2 }, unique = true },
          b = boolean { unique = true },
          code = text { unique = true, encode = function(v) return v .. "!" end, decode = function(v) return v:sub(1, -2) end },
        }
        db:create_all()
        E:create { d = "1.5", k = "x", b = true, code = "c" }
        E:create { d = "9.0" }
        """)
    try script.expect(
      """
      local function value(body, ...)
        local ok, e = pcall(body, ...)
        print(e.kind, e.field, e.value, math.type(e.value) or type(e.value))
      end
      value(E.create, E, { d = "1.5" })
      value(E.create, E, { k = "x" })
      value(E.create, E, { b = true })
      value(E.create, E, { code = "c" })
      value(function() E:where { d = "1.5" }:update { d = "9.0" } end)
      local e = E:get(2)
      e.d = "1.5"
      value(e.save, e)
      """,
      """
      ConflictError d 1.5 userdata
      ConflictError k x string
      ConflictError b true boolean
      ConflictError code c string
      ConflictError d 9.0 userdata
      ConflictError d 1.5 userdata
      """)
  }

  @Test func `a conflict says whose value it is, also that of an entity in between`() throws {
    let script = try Script(
      schema: """
        J0 = entity "J0" { a = text { unique = true } }
        J1 = entity "J1" { extends = "J0", shared = true, u = text { unique = true } }
        J2 = entity "J2" { extends = "J1", shared = true, x = text { unique = true } }
        db:create_all()
        J1:create { u = "1", a = "A" }
        J2:create { x = "X" }
        """)
    for (values, field) in [("u = '1'", "u: '1'"), ("a = 'A'", "a: 'A'")] {
      #expect(script.failure("J2:create { \(values) }") == "J2: \(field) exists already (id 1)")
    }
    #expect(script.failure("J2:create { x = 'X' }") == "J2: x: 'X' exists already (id 2)")
    #expect(script.failure("J1:create { u = '1' }") == "J1: u: '1' exists already (id 1)")
  }

  @Test func `a key that others refer to cannot change, and the error says who they are`() throws {
    let script = try Script(
      schema: """
        Bk = entity "Bk" { isbn = text { primary_key = true }, revs = has_many "Rv", tags = many_to_many "Tg" }
        Rv = entity "Rv" { bk = belongs_to "Bk" }
        Tg = entity "Tg" { bks = many_to_many "Bk" }
        db:create_all()
        a, b, c = Bk:create { isbn = "A" }, Bk:create { isbn = "B" }, Bk:create { isbn = "C" }
        a.revs:add(Rv {})
        b.tags:add(Tg {})
        """)
    #expect(
      script.failure("a.isbn = 'X' a:save()") == "Bk 'A': isbn: cannot change: rows of Rv still refer to it")
    #expect(
      script.failure("b.isbn = 'X' b:save()") == "Bk 'B': isbn: cannot change: rows of Bk.tags still refer to it")
    try script.expect(
      """
      local ok, e = pcall(a.save, a)
      c.isbn = "D"
      c:save()
      return e.kind, e.entity, e.field, e.value, Bk:get("D") ~= nil, a:reload().isbn
      """, "ConstraintError Bk isbn X true A")
  }
}
