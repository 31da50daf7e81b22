import Exchange
import Model
import Testing

@Suite struct ExchangeErrorWordsTests {
  private static let table: [(ExchangeError, ScriptError.Kind, String)] = [
    (
      .newerVersion(entity: "Player", there: 3, here: 2), .decode,
      "Player: the document is of version 3, this schema of version 2: a newer schema wrote it"
    ),
    (.tooDeepRelated(entity: "Player"), .state, "Player: related objects stand too deep one in another"),
    (
      .optionsNotATable(word: "where", value: "the integer 5"), .argument,
      "where: options are a table, as in { format = \"csv\" }, not the integer 5"
    ),
    (
      .unknownOption(word: "where", option: "scor", candidates: ["score", "name"]), .argument,
      "where: unknown option 'scor'. Did you mean 'score'?"
    ),
    (
      .onError(word: "where", value: "the integer 5"), .argument,
      "where: option 'on_error' is \"skip\" or \"stop\", not the integer 5"
    ),
    (
      .noFormatByEnding(word: "where", path: "list.txt", formats: ["csv", "json"]), .argument,
      "where: the ending of 'list.txt' says no format: name one, as in { format = \"csv\" } (csv, json)"
    ),
    (
      .notAFormat(word: "where", formats: ["csv", "json"], value: "the integer 5"), .argument,
      "where takes the name of a format (csv, json), not the integer 5"
    ),
    (
      .unknownFormat(word: "where", name: "scor", formats: ["csv", "json"]), .argument,
      "where: unknown format 'scor'. There are csv, json"
    ),
    (
      .notAPath(word: "where", value: "the integer 5"), .argument,
      "where takes the path of a file, not the integer 5"
    ),
    (
      .flatFormat(format: "csv", member: "homes"), .argument,
      "csv is flat: it cannot hold 'homes' of each row. Use json, jsonl, plist or bplist"
    ),
    (.notAnObject(value: "the integer 5"), .argument, "an object of an entity was expected, not the integer 5"),
    (
      .mixedColumns(format: "csv", entity: "Player", other: "Coach"), .argument,
      "csv is flat: a list of Player and Coach has no columns in common"
    ),
    (
      .noKnownNames(names: ["a", "b", "c", "d", "e", "f", "g", "h", "i"], entity: "Player", members: ["name"]), .decode,
      "none of its names ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', …) is a field of Player, which has name"
    ),
    (
      .noKnownNames(names: ["a", "b"], entity: "Player", members: ["score", "name"]), .decode,
      "none of its names ('a', 'b') is a field of Player, which has score, name"
    ),
    (
      .noKnownColumns(path: "list.csv", columns: ["a", "b"], entity: "Player", members: ["score", "name"]), .decode,
      "list.csv:1: none of its columns ('a', 'b') is a field of Player: the first line names the columns. Player"
        + " has score, name"
    ),
    (.view(entity: "Player"), .state, "Player is a view: it cannot be written"),
    (
      .notAModel(path: "shop.db"), .argument,
      "reflect reads a Core Data model (\"Shop.xcdatamodel\"), not 'shop.db'; for the tables of a file:"
        + " db:open(\"…\")"
    ),
    (
      .notADocument(entity: "Player", value: "the integer 5"), .validation,
      "Player: a document must be a table, not the integer 5"
    ),
    (
      .objectExpected(entity: "Player", value: "the integer 5"), .decode,
      "expected an object for Player, not the integer 5"
    ),
    (.versionIsText(text: "text"), .decode, "_version: expected a number, not the text 'text'"),
    (.versionIsNoNumber(value: "the integer 5"), .decode, "_version: expected a number from 1, not the integer 5"),
    (
      .otherKind(entity: "Player", field: "kind", value: "the integer 5"), .decode,
      "Player: kind: expected an entity that is a Player, not the integer 5"
    ),
    (.tooDeepObjects, .decode, "objects stand too deep one in another"),
    (.abstractEntity(entity: "Player", field: "kind"), .decode, "Player is abstract: kind must say what it is"),
    (
      .relatedExpected(entity: "Player", relation: "team", isToMany: true, value: "the integer 5"), .decode,
      "Player: team: expected a list of objects, not the integer 5"
    ),
    (.tooDeepValues, .decode, "the values stand too deep one in another"),
    (.tooDeepNested, .decode, "is nested too deep"),
    (.base64Expected(value: "the integer 5"), .decode, "expected bytes as base64, not the integer 5"),
    (.valueExpected(expected: "a number", value: "the integer 5"), .decode, "expected a number, not the integer 5"),
    (.textExpected(expected: .integer, text: "'a'"), .decode, "expected an integer, not the text 'a'"),
    (
      .textExpected(expected: .storableText, text: "'a'"), .decode, "expected valid UTF-8 without NUL, not the text 'a'"
    ),
    (.textExpected(expected: .number, text: "'a'"), .decode, "expected a number, not the text 'a'"),
    (.textExpected(expected: .truth, text: "'a'"), .decode, "expected true or false, not the text 'a'"),
    (.textExpected(expected: .base64, text: "'a'"), .decode, "expected bytes as base64, not the text 'a'"),
    (.textExpected(expected: .json, text: "'a'"), .decode, "expected JSON, not the text 'a'"),
    (.textExpected(expected: .other("a decimal"), text: "'a'"), .decode, "expected a decimal, not the text 'a'"),
  ]

  /// The names of the cases: a new case wants its name here, and with that its row in the table.
  private enum Name: CaseIterable {
    case newerVersion, tooDeepRelated, optionsNotATable, unknownOption, onError, noFormatByEnding, notAFormat,
      unknownFormat, notAPath, flatFormat, notAnObject, mixedColumns, noKnownNames, noKnownColumns, view, notAModel,
      notADocument, objectExpected, versionIsText, versionIsNoNumber, otherKind, tooDeepObjects, abstractEntity,
      relatedExpected, tooDeepValues, tooDeepNested, base64Expected, valueExpected, textExpected

    init(_ error: ExchangeError) {
      self =
        switch error {
        case .newerVersion: .newerVersion
        case .tooDeepRelated: .tooDeepRelated
        case .optionsNotATable: .optionsNotATable
        case .unknownOption: .unknownOption
        case .onError: .onError
        case .noFormatByEnding: .noFormatByEnding
        case .notAFormat: .notAFormat
        case .unknownFormat: .unknownFormat
        case .notAPath: .notAPath
        case .flatFormat: .flatFormat
        case .notAnObject: .notAnObject
        case .mixedColumns: .mixedColumns
        case .noKnownNames: .noKnownNames
        case .noKnownColumns: .noKnownColumns
        case .view: .view
        case .notAModel: .notAModel
        case .notADocument: .notADocument
        case .objectExpected: .objectExpected
        case .versionIsText: .versionIsText
        case .versionIsNoNumber: .versionIsNoNumber
        case .otherKind: .otherKind
        case .tooDeepObjects: .tooDeepObjects
        case .abstractEntity: .abstractEntity
        case .relatedExpected: .relatedExpected
        case .tooDeepNested: .tooDeepNested
        case .tooDeepValues: .tooDeepValues
        case .base64Expected: .base64Expected
        case .valueExpected: .valueExpected
        case .textExpected: .textExpected
        }
    }
  }

  @Test(arguments: table.indices) func `the words of an error`(row: Int) {
    let (error, kind, message) = Self.table[row]
    #expect(error.kind == kind)
    #expect(error.message == message)
    let shown = ScriptError(error)
    #expect(shown.kind == kind)
    #expect(shown.message == message)
  }

  @Test func `each case has a row in the table`() {
    #expect(Set(Self.table.map { Name($0.0) }) == Set(Name.allCases))
  }

  @Test func `what no format can hold has words`() {
    #expect(
      ExchangeError.Unholdable.allCases.map(\.words) == [
        "text that is not UTF-8", "a name that is not UTF-8",
        "tables more than 200 deep, nor one that contains itself",
        "a table with both places and names, or with gaps",
      ])
  }
}
