import Exchange
import Model
import TestSupport
import Testing

@Suite struct ExchangeErrorWordsTests {
  private static let table: [Words<ExchangeError>] = [
    Words(
      .copyWithoutDatabase(value: "the integer 5"), .argument,
      "copy_to takes a database, as open(…) gives it, not the integer 5"
    ),
    Words(.copyToItself, .state, "copy_to: this is the same database: open another one with open(…)"),
    Words(
      .copyOverExisting(names: ["song", "tag"], place: "b.db"), .state,
      "copy_to: b.db has 'song', 'tag' already: copy into a database without them"
    ),
    Words(
      .copyOfBroken(table: "Song", columns: ["list_id"], parent: "list", count: 2), .state,
      "copy_to: 2 rows of Song refer to no row of list by 'list_id': mend or delete them first, or let the key be NULL"
    ),
    Words(
      .copyOfMixed(entity: "T", column: "v", classes: ["numbers", "texts"], reason: "it has no such columns"), .state,
      "copy_to: T.v holds numbers and texts, and it has no such columns: make them one kind first"
    ),
    Words(
      .rowNotCopied(row: "Song 7", reason: "it is too long"), .constraint,
      "copy_to: Song 7: it is too long; nothing was copied"
    ),
    Words(
      .inexactRow(row: "Song 7", field: "length", isNaN: false), .constraint,
      "copy_to: Song 7: length has more digits than the other database can hold exactly; nothing was copied"
    ),
    Words(
      .inexactRow(row: "Song 7", field: "length", isNaN: true), .constraint,
      "copy_to: Song 7: length is NaN, which is nothing in the other database: make it NULL first; nothing was copied"
    ),
    Words(
      .tableNotCopied(entity: "Song", reason: "it is too long"), .constraint,
      "copy_to: Song: it is too long; nothing was copied"
    ),
    Words(
      .newerVersion(entity: "Player", there: 3, here: 2), .decode,
      "Player: the document is of version 3, this schema of version 2: a newer schema wrote it"
    ),
    Words(.tooDeepRelated(entity: "Player"), .state, "Player: related objects stand too deep one in another"),
    Words(
      .optionsNotATable(word: "where", value: "the integer 5"), .argument,
      "where: options are a table, as in { format = \"csv\" }, not the integer 5"
    ),
    Words(
      .unknownOption(word: "where", option: "scor", candidates: ["score", "name"]), .argument,
      "where: unknown option 'scor'. Did you mean 'score'? Options are score and name"
    ),
    Words(
      .madeOtherwise(entity: "Sales", field: "Price", type: "decimal", path: "sales.csv"), .state,
      "Sales is there already, and 'Price' is text in it, not decimal. To make it anew: Sales:all():delete()"
        + " load(infer('sales.csv', { … }))() db:migrate()"
    ),
    Words(
      .doubtfulHeader(path: "a.csv", columns: ["A", "1"]), .argument,
      "a.csv:1: none of 'A', '1' is a field: is the first line a row? Say { header = false }, or { header = true }"
        + " where it names the columns"
    ),
    Words(
      .noReport(word: "export", option: "title", format: "csv"), .argument,
      "export: csv has no title: that is for markdown and html"
    ),
    Words(
      .noColumnToTotal(name: "prise", columns: ["id", "price"]), .argument,
      "totals: there is no column 'prise'. Did you mean 'price'? There are 'id', 'price'"
    ),
    Words(
      .noNumberToTotal(total: "sum", column: "day", value: "'2026-01-31'"), .argument,
      "totals: sum adds up numbers, and 'day' has '2026-01-31': count, min and max take all"
    ),
    Words(
      .onError(word: "where", value: "the integer 5"), .argument,
      "where: option 'on_error' is \"skip\" or \"stop\", not the integer 5"
    ),
    Words(
      .noFormatByEnding(word: "where", path: "list.txt", formats: ["csv", "json"]), .argument,
      "where: the ending of 'list.txt' says no format: name one, as in { format = \"csv\" } (csv, json)"
    ),
    Words(
      .notAFormat(word: "where", formats: ["csv", "json"], value: "the integer 5"), .argument,
      "where takes the name of a format (csv, json), not the integer 5"
    ),
    Words(
      .unknownFormat(word: "where", name: "scor", formats: ["csv", "json"]), .argument,
      "where: unknown format 'scor'. There are csv, json"
    ),
    Words(
      .notAPath(word: "where", value: "the integer 5"), .argument,
      "where takes the path of a file, not the integer 5"
    ),
    Words(
      .flatFormat(format: "csv", member: "homes"), .argument,
      "csv is flat: it cannot hold 'homes' of each row. Use json, jsonl, plist or bplist"
    ),
    Words(.notAnObject(value: "the integer 5"), .argument, "an object of an entity was expected, not the integer 5"),
    Words(
      .mixedColumns(format: "csv", entity: "Player", other: "Coach"), .argument,
      "csv is flat: a list of Player and Coach has no columns in common"
    ),
    Words(
      .noKnownNames(names: ["a", "b", "c", "d", "e", "f", "g", "h", "i"], entity: "Player", members: ["name"]), .decode,
      "none of its names ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', …) is a field of Player, which has name"
    ),
    Words(
      .noKnownNames(names: ["a", "b"], entity: "Player", members: ["score", "name"]), .decode,
      "none of its names ('a', 'b') is a field of Player, which has score, name"
    ),
    Words(
      .noKnownColumns(path: "list.csv", columns: ["a", "b"], entity: "Player", members: ["score", "name"]), .decode,
      "list.csv:1: none of its columns ('a', 'b') is a field of Player: the first line names the columns. Player"
        + " has score, name"
    ),
    Words(
      .unknownNames(
        ["nmae", "x y"].map { .init(place: "list.csv:1: ", name: $0, entity: "Player", members: ["score", "name"]) }),
      .decode,
      """
      list.csv:1: no field of Player is called 'nmae'. Did you mean 'name'?
      list.csv:1: no field of Player is called 'x y'.
      say which fields they are, { columns = { nmae = "…" } }, or leave them out, { ignore = true }
      """
    ),
    Words(
      .unknownNames(
        (1...9).map { .init(place: "p.json:1: ", name: "x\($0)", entity: "P", members: ["name"], isInside: $0 < 9) }),
      .decode,
      (1...8).map { "p.json:1: no field of P is called 'x\($0)'.\n" }.joined()
        + "… and 1 more\nsay which fields they are, { columns = { x9 = \"…\" } }, or leave them out, { ignore = true }"
    ),
    Words(
      .unknownNames([.init(place: "p.json:1: ", name: "x", entity: "P", members: [], isInside: true)]), .decode,
      "p.json:1: no field of P is called 'x'.\nleave them out, { ignore = true }"
    ),
    Words(
      .noSuchField(entity: "P", column: "Full name", field: "nmae", members: ["id", "name"], isTurned: false),
      .argument,
      "option 'columns': 'Full name' cannot be 'nmae': P has no such field. Did you mean 'name'? It has 'id', 'name'"
    ),
    Words(
      .sameField(first: "A", second: "B", field: "name"), .argument,
      "option 'columns': 'A' and 'B' cannot both be 'name'"),
    Words(
      .noSuchField(entity: "P", column: "name", field: "Full name", members: ["id", "name"], isTurned: true),
      .argument,
      "option 'columns': 'name' cannot be 'Full name': P has no such field. The name in the file stands first:"
        + " { columns = { [\"Full name\"] = \"name\" } }"
    ),
    Words(
      .noSuchColumn(path: "list.csv", name: "Nam", columns: ["Name", "Age"]), .argument,
      "list.csv:1: there is no column 'Nam'. Did you mean 'Name'? There are 'Name', 'Age'"
    ),
    Words(
      .otherColumnCount(path: "list.csv", said: 2, columns: 3), .argument,
      "list.csv:1: there are 3 columns, but 'columns' names 2"
    ),
    Words(
      .columnsWithoutNames(path: "list.csv", columns: 3, members: ["id", "name"]), .argument,
      "list.csv:1: 3 columns without names: say what they are, as in { header = false, columns = {"
        + " \"id\", \"name\", … } }"
    ),
    Words(
      .notAColumn(word: "import", key: "'Name'", value: "the integer 5"), .argument,
      "import: option 'columns': what stands under 'Name' is the name of a field, or false, not the integer 5"
    ),
    Words(
      .optionIs(word: "import", option: "decimal", what: .decimal, value: "the integer 5"), .argument,
      "import: option 'decimal' is \",\" or \".\", not the integer 5"
    ),
    Words(.rowsRefused(count: 2, isCut: false), .decode, "nothing was imported: 2 rows are wrong"),
    Words(
      .rowsRefused(count: 20, isCut: true), .decode,
      "nothing was imported: these are the first 20 rows that are wrong (max_errors)"
    ),
    Words(.view(entity: "Player"), .state, "Player is a view: it cannot be written"),
    Words(
      .notAModel(path: "shop.db"), .argument,
      "reflect reads a Core Data model (\"Shop.xcdatamodel\"), not 'shop.db'; for the tables of a file:"
        + " db:open(\"…\")"
    ),
    Words(
      .notADocument(entity: "Player", value: "the integer 5"), .validation,
      "Player: a document must be a table, not the integer 5"
    ),
    Words(
      .objectExpected(entity: "Player", value: "the integer 5"), .decode,
      "expected an object for Player, not the integer 5"
    ),
    Words(.versionIsText(text: "text"), .decode, "_version: expected a number, not the text 'text'"),
    Words(.versionIsNoNumber(value: "the integer 5"), .decode, "_version: expected a number from 1, not the integer 5"),
    Words(
      .otherKind(entity: "Player", field: "kind", value: "the integer 5"), .decode,
      "Player: kind: expected an entity that is a Player, not the integer 5"
    ),
    Words(.tooDeepObjects, .decode, "objects stand too deep one in another"),
    Words(.abstractEntity(entity: "Player", field: "kind"), .decode, "Player is abstract: kind must say what it is"),
    Words(
      .relatedExpected(entity: "Player", relation: "team", isToMany: true, value: "the integer 5"), .decode,
      "Player: team: expected a list of objects, not the integer 5"
    ),
    Words(.tooDeepValues, .decode, "the values stand too deep one in another"),
    Words(.tooDeepNested, .decode, "is nested too deep"),
    Words(.base64Expected(value: "the integer 5"), .decode, "expected bytes as base64, not the integer 5"),
    Words(
      .valueExpected(expected: "a number", value: "the integer 5"), .decode, "expected a number, not the integer 5"),
    Words(.textExpected(expected: .integer, text: "'a'"), .decode, "expected an integer, not the text 'a'"),
    Words(
      .textExpected(expected: .storableText, text: "'a'"), .decode,
      "expected valid UTF-8 without NUL (or say what the file is, as in { encoding = \"latin1\" }), not the text 'a'"),
    Words(.textExpected(expected: .number, text: "'a'"), .decode, "expected a number, not the text 'a'"),
    Words(.textExpected(expected: .truth, text: "'a'"), .decode, "expected true or false, not the text 'a'"),
    Words(
      .textExpected(expected: .truth, text: "'ja'", hint: .truths), .decode,
      "expected true or false, not the text 'ja'. Words of one's own are taken by enum { { \"yes\", 1 }, { \"no\", 0 } }"
    ),
    Words(.textExpected(expected: .base64, text: "'a'"), .decode, "expected bytes as base64, not the text 'a'"),
    Words(.textExpected(expected: .json, text: "'a'"), .decode, "expected JSON, not the text 'a'"),
    Words(.textExpected(expected: .other("a decimal"), text: "'a'"), .decode, "expected a decimal, not the text 'a'"),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<ExchangeError>) {
    #expect(row.mistake.message == row.message)
    #expect(row.mistake.kind == row.kind)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Exchange/ExchangeError.swift")))
  }
}
