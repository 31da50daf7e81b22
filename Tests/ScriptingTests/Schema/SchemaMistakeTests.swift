import Testing

/// What each mistake in a schema says: the place, the entity, the field, the cause, the nearest name.
@Suite struct SchemaMistakeTests {
  static let mistakes: [(String, String)] = [
    (
      "X = entity 'X' {\n  age = integer { defualt = 1 } }",
      "schema.lua:2: entity 'X', field 'age': unknown option 'defualt'. Did you mean 'default'? Options are "
    ),
    (
      "X = entity 'X' { a = text { bits = 16 } }",
      "schema.lua:1: entity 'X', field 'a': unknown option 'bits'."
    ),
    (
      "X = entity 'X' {\n  id = text {} }",
      "schema.lua:2: entity 'X', field 'id': an entity without a primary key has a key of this name."
        + " Say primary_key = true, or name the field otherwise"
    ),
    (
      "X = entity 'X' { a = text {},\n  indexes = { index { 'a', uniqe = true } } }",
      "index: unknown option 'uniqe'. Did you mean 'unique'?"
    ),
    (
      "X = entity 'X' { a = text {}, indexes = { index { 'a', unique = 1 } } }",
      "index: option 'unique' must be true or false, not the integer 1"
    ),
    (
      "X = entity 'X' { a = json }",
      "schema.lua:1: entity 'X', field 'a': 'json' was not called. Write a = json {}"
    ),
    (
      "X = entity 'X' { a = belongs_to }",
      "schema.lua:1: entity 'X', field 'a': 'belongs_to' was not called. Write a = belongs_to \"Entity\""
    ),
    (
      "local f = text {}\nX = entity 'X' { a = f, b = f }",
      "its value is already that of"
    ),
    (
      "X = entity 'X' { save = text {} }",
      "schema.lua:1: entity 'X', field 'save': every object has a method of this name (p:save())."
        + " Choose another, and column = \"save\" to keep the column"
    ),
    (
      "X = entity 'X' { a = text { required = 1 } }",
      "schema.lua:1: entity 'X', field 'a': option 'required' must be true or false"
    ),
    (
      "X = entity 'X' { a = integer { bits = 12 } }",
      "schema.lua:1: entity 'X', field 'a': option 'bits' must be 16, 32 or 64"
    ),
    (
      "X = entity 'X' { a = integer { default = 'x' } }",
      "schema.lua:1: entity 'X', field 'a': option 'default': expected an integer, not the text 'x'"
    ),
    (
      "X = entity 'X' { a = integer { validate = is.between } }",
      "schema.lua:1: entity 'X', field 'a': is.between needs a value: is.between(…)"
    ),
    (
      "X = entity 'X' { a = integer { validate = is.prefix 'x' } }",
      "schema.lua:1: entity 'X', field 'a': it is integer: is.prefix tests text only"
    ),
    (
      "X = entity 'X' { a = integer { validate = is.not_empty } }",
      "schema.lua:1: entity 'X', field 'a': it is integer: is.not_empty tests text only"
    ),
    (
      "X = entity 'X' { a = integer { validate = is.at_least 'x' } }",
      "schema.lua:1: entity 'X', field 'a': it is integer: it cannot be compared with 'x' (expected an integer)"
    ),
    (
      "X = entity 'X' { a = text { validate = 1 } }",
      "schema.lua:1: entity 'X', field 'a': option 'validate' must be a test (is.…), a function, or a list of them"
    ),
    (
      "local t = {} t[1] = t X = entity 'X' { a = text { validate = t } }",
      "schema.lua:1: entity 'X', field 'a': option 'validate' must be a test (is.…), a function, or a list of them"
    ),
    (
      "X = entity 'X' { a = text { 'x' } }",
      "schema.lua:1: entity 'X', field 'a': text takes options by name only, such as required = true"
    ),
    (
      "X = entity 'X' { a = text 'x' }",
      "schema.lua:1: entity 'X', field 'a': text takes a table of options,"
        + " as in name = text { required = true }; not the text 'x'"
    ),
    (
      "X = entity 'X' { a = enum {} }",
      "schema.lua:1: entity 'X', field 'a': an enum needs its words: enum { \"a\", \"b\" }"
    ),
    (
      "X = entity 'X' { a = enum { 'a', 'a' } }",
      "schema.lua:1: entity 'X', field 'a': enum: the word 'a' stands twice"
    ),
    (
      "X = entity 'X' { a = enum { { 'a', 1 }, { 'b', 1 } } }",
      "schema.lua:1: entity 'X', field 'a': enum: the stored value 1 stands twice"
    ),
    (
      "X = entity 'X' { a = enum { { 'a', 1 }, { 'b', 'x' } } }",
      "schema.lua:1: entity 'X', field 'a': enum: the stored values must be all integers, all numbers or all texts"
    ),
    (
      "X = entity 'X' { a = enum { 'a', default = 'b' } }",
      "schema.lua:1: entity 'X', field 'a': option 'default': expected one of 'a', not the text 'b'"
    ),
    (
      "X = entity 'X' { ['a.b'] = text {} }",
      "schema.lua:1: entity 'X', field 'a.b': a name cannot be empty, hold '.' or begin with '-', unless it is that of its"
        + " column: column = 'a.b'"
    ),
    (
      "X = entity 'X' { a = text { column = 'n' }, b = text { column = 'N' } }",
      "schema.lua:1: entity 'X', fields 'a' and 'b' have the same column 'N'"
    ),
    (
      "X = entity 'X' { tabel = 'x' }",
      "schema.lua:1: entity 'X', 'tabel' is the text 'x': neither a field, a relation nor an option."
        + " Did you mean 'table'?"
    ),
    ("X = entity 'X' { text {} }", "schema.lua:1: entity 'X', a field needs a name: name = text {}"),
    (
      "X = entity 'X' { a = text {}, indexes = { index 'aa' } }",
      "schema.lua:1: entity 'X', index: there is no field 'aa'. Did you mean 'a'?"
    ),
    (
      "X = entity 'X' { indexes = { 5 } }",
      "schema.lua:1: entity 'X', option 'indexes' takes index(…) values, not the integer 5"
    ),
    (
      "X = entity 'X' { t = belongs_to('X', { on_delet = 'cascade' }) }",
      "schema.lua:1: entity 'X', relation 't': unknown option 'on_delet'. Did you mean 'on_delete'? Options are "
    ),
    (
      "X = entity 'X' { t = belongs_to 'X' { on_delete = 'casade' } }",
      "schema.lua:1: entity 'X', relation 't': option 'on_delete' must be \"nullify\", \"cascade\" or \"restrict\","
        + " not the text 'casade'"
    ),
    (
      "X = entity 'X' { t = belongs_to 'X' { required = true, on_delete = 'nullify' } }",
      "schema.lua:1: entity 'X', relation 't': a required relation cannot be nullified:"
        + " on_delete must be \"restrict\" or \"cascade\""
    ),
    (
      "X = entity 'X' { t = belongs_to {} }",
      "belongs_to takes the name of an entity: belongs_to \"Team\", not a table"
    ),
    ("X = entity {}", "entity takes a name: entity \"Player\" { … }, not a table"),
    ("X = entity 'X' (5)", "entity 'X' takes a table of fields, not the integer 5"),
    ("return is.betwen(1, 2)", "there is no test is.betwen. Did you mean 'between'?"),
    ("return is.between(1)", "is.between: takes 2 values, as in is.between(18, 24)"),
    ("return index()", "an index needs the names of its fields: index(\"team\", \"score\")"),
  ]

  @Test(arguments: mistakes)
  func `a mistake says where it is and what would be right`(source: String, message: String) throws {
    let failure = try Script().failure(source)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test func `entities that are still missing are named all at once when they are first needed`() throws {
    let script = try Script()
    try script.run(
      "Game = entity 'Game' { player = belongs_to 'Playr', map = belongs_to 'Map' } Player = entity 'Player' {}")
    #expect(
      script.failure("db:create_all()") == """
        entity 'Game', relation 'player': there is no entity 'Playr' (schema.lua:1). Did you mean 'Player'?
        entity 'Game', relation 'map': there is no entity 'Map' (schema.lua:1).
        """)
    #expect(script.failure("Game:count()").contains("there is no entity 'Map'"))
    #expect(script.failure("Game:create {}").contains("there is no entity 'Map'"))
    try script.expect(
      "return Player:create_sql() ~= nil",
      "true")
  }

  @Test func `one column becomes one field`() throws {
    let script = try Script()
    #expect(
      script.failure("entity 'Z' { a = text { renamed_from = 'o' }, b = text { renamed_from = 'o' } }")
        .hasSuffix("field 'b': it is renamed_from 'o', as 'a' is: one of them only can be"))
  }
}
