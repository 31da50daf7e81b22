import Model
import TestSupport
import Testing

@Suite struct DatabaseErrorWordsTests {
  private static let table: [Words<DatabaseError>] = [
    Words(.optionsAreNoTable(found: "the integer 5"), "open: options are a table, not the integer 5", .argument),
    Words(
      .optionCannotBe(option: "nmae", found: "the integer 5"),
      "open: unknown option 'nmae'. Options are read_only and echo", .argument
    ),
    Words(
      .optionCannotBe(option: "echo", found: "the integer 5"), "open: option 'echo' cannot be the integer 5", .argument
    ),
    Words(.closed, "the database is closed: open one with db:open(\"…\")", .state),
    Words(
      .noMethod(name: "nmae", known: ["name", "age"]), "a database has no method 'nmae'. Did you mean 'name'?",
      .argument),
    Words(.cannotSet(name: "height"), "a database has only 'echo' to set, not 'height'", .argument),
    Words(
      .echoCannotBe(found: "the integer 5"),
      "echo is true, false or a function of a statement's text and values, not the integer 5", .argument),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<DatabaseError>) {
    #expect(row.mistake.message == row.message)
  }

  @Test(arguments: table) func `a mistake has its kind and its details`(_ row: Words<DatabaseError>) {
    #expect(row.mistake.kind == row.kind)
    #expect(row.mistake.details.map { "\($0.name): \($0.value.text ?? "")" } == row.details)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Model/Databases/DatabaseError.swift")))
  }
}
