import Testing

@testable import Scripting

/// Infinities of both signs add up to no number, as in Lua; 0 is the sum of nothing alone.
@Suite struct InfiniteSumTests {
  private static let schema = """
    T = entity "T" { x = real {}, k = integer {} }
    db:create_all()
    T:create { x = 1 / 0, k = 1 } T:create { x = -1 / 0, k = 1 } T:create { x = 2, k = 2 } T:create { k = 3 }
    """

  @Test(arguments: [
    ("T:sum 'round(x)'", "nan"), ("T:where 'k > 1':sum 'round(x)'", "2"), ("T:where 'k > 2':sum 'round(x)'", "0"),
    ("T:avg 'round(x)'", "nan"), ("T:aggregate { s = 'sum round(x)' }.s", "nan"),
    ("T:group_by 'k':aggregate { s = 'sum round(x)' }[1].s", "nan"),
    ("T:group_by 'k':aggregate { s = 'sum round(x)' }[2].s", "2"),
    ("T:group_by 'k':aggregate { s = 'sum round(x)' }[3].s", "0"),
    ("T:where 'k < 2':aggregate { m = 'median x' }.m", "nan"),
    ("T:sum 'x'", "nan"), ("T:avg 'x'", "nan"), ("T:sum(function(t) return t.x end)", "nan"),
    ("T:sum(function(t) return #tostring({}) > 0 and t.x or nil end)", "nan"),
    ("T:where(function(t) return #tostring({}) > 0 and t.k < 3 end):avg 'x'", "nan"),
    ("T:where 'k > 1':sum 'x'", "2.0"),
    ("T:where 'k > 2':sum 'x'", "0"), ("T:where 'k > 2':avg 'x'", "nil"), ("T:where 'id == 1':sum 'x'", "inf"),
    ("T:aggregate { s = 'sum x' }.s", "nan"), ("T:aggregate { a = 'avg x' }.a", "nan"),
    ("T:group_by 'k':aggregate { s = 'sum x' }[1].s", "nan"), ("T:group_by 'k':aggregate { s = 'sum x' }[2].s", "2.0"),
    ("T:group_by 'k':aggregate { s = 'sum x' }[3].s", "0"), ("T:group_by 'k':aggregate { a = 'avg x' }[3].a", "nil"),
  ])
  func `infinities of both signs are no number`(question: String, answer: String) throws {
    try Script(schema: Self.schema).expect("return tostring(\(question))", answer)
  }

  @Test func `a text behind infinities of both signs does not make nothing of their sum`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE s (id INTEGER PRIMARY KEY, v REAL)"
        db:execute "INSERT INTO s VALUES (1, 9e999), (2, 5), (3, 'err'), (4, -9e999)"
        db:reflect()
        """, engine: .sqlite)
    try script.expect(
      """
      for _, x in ipairs { S:sum "v", S:avg "v", S:aggregate { s = "sum v" }.s, S:aggregate { s = "avg v" }.s } do print(x ~= x) end
      print(S:where "id < 4":sum "v", S:where "id == 3":sum "v")
      """, "true\ntrue\ntrue\ntrue\ninf 0")
  }
}
