import Encodings
import Interchange
import Model
import Schema

extension ExchangeError {
  package var kind: ScriptError.Kind {
    switch self {
    case .tooDeepRelated, .madeOtherwise, .view, .copyToItself, .copyOverExisting, .copyOfBroken, .copyOfMixed: .state
    case .rowNotCopied, .inexactRow, .tableNotCopied: .constraint
    case .optionsNotATable, .unknownOption, .noReport, .noColumnToTotal, .noNumberToTotal, .onError,
      .noFormatByEnding, .notAFormat, .unknownFormat, .notAPath, .flatFormat, .notAnObject, .mixedColumns, .notAModel,
      .noSuchColumn, .noSuchField, .sameField, .otherColumnCount, .columnsWithoutNames, .doubtfulHeader,
      .copyWithoutDatabase,
      .notAColumn, .optionIs:
      .argument
    case .notADocument: .validation
    default: .decode
    }
  }

  package var message: String {
    switch self {
    case .copyWithoutDatabase(let value):
      "copy_to takes a database, as open(…) gives it, not \(value)"
    case .copyToItself:
      "copy_to: this is the same database: open another one with open(…)"
    case .copyOverExisting(let names, let place):
      "copy_to: \(place) has \(excerpts(names)) already: copy into a database without \(names.count == 1 ? "it" : "them")"
    case .copyOfBroken(let table, let columns, let parent, let count):
      "copy_to: \(count) row\(count == 1 ? "" : "s") of \(table) refer\(count == 1 ? "s" : "") to no row of \(parent)"
        + (columns.isEmpty ? "" : " by \(excerpts(columns))")
        + ": mend or delete \(count == 1 ? "it" : "them") first, or let the key be NULL"
    case .copyOfMixed(let entity, let column, let classes, let reason):
      "copy_to: \(entity).\(column) holds \(classes.joined(separator: " and ")), and \(reason): make them one kind first"
    case .rowNotCopied(let row, let reason):
      "copy_to: \(row): \(reason); nothing was copied"
    case .inexactRow(let row, let field, let isNaN):
      "copy_to: \(row): \(field)"
        + (isNaN
          ? " is NaN, which is nothing in the other database: make it NULL first"
          : " has more digits than the other database can hold exactly") + "; nothing was copied"
    case .tableNotCopied(let entity, let reason):
      "copy_to: \(entity): \(reason); nothing was copied"
    case .newerVersion(let entity, let there, let here):
      "\(entity): the document is of version \(there), this schema of version \(here): a newer schema wrote it"
    case .tooDeepRelated(let entity):
      "\(entity): related objects stand too deep one in another"
    case .optionsNotATable(let word, let value):
      "\(word): options are a table, as in { format = \"csv\" }, not \(value)"
    case .unknownOption(let word, let option, let candidates):
      "\(word): unknown option \(quotedExcerpt(option)).\(optionAdvice(for: option, in: candidates))"
    case .noReport(let word, let option, let format):
      "\(word): \(format) has no \(option): that is for markdown and html"
    case .noColumnToTotal(let name, let columns):
      "totals: there is no column \(quotedExcerpt(name)).\(suggestion(for: name, in: columns)) There are"
        + " \(excerpts(columns))"
    case .noNumberToTotal(let total, let column, let value):
      "totals: \(total) adds up numbers, and \(quotedExcerpt(column)) has \(value): count, min and max take all"
    case .onError(let word, let value):
      "\(word): option 'on_error' is \"skip\" or \"stop\", not \(value)"
    case .noFormatByEnding(let word, let path, let formats):
      "\(word): the ending of \(quotedExcerpt(path)) says no format: name one, as in { format = \"csv\" }"
        + " (\(formats.joined(separator: ", ")))"
    case .notAFormat(let word, let formats, let value):
      "\(word) takes the name of a format (\(formats.joined(separator: ", "))), not \(value)"
    case .unknownFormat(let word, let name, let formats):
      "\(word): unknown format \(quotedExcerpt(name)).\(suggestion(for: name.lowercased(), in: formats)) There"
        + " are \(formats.joined(separator: ", "))"
    case .notAPath(let word, let value):
      "\(word) takes the path of a file, not \(value)"
    case .flatFormat(let format, let member):
      "\(format) is flat: it cannot hold '\(member)' of each row. Use json, jsonl, plist or bplist"
    case .notAnObject(let value):
      "an object of an entity was expected, not \(value)"
    case .mixedColumns(let format, let entity, let other):
      "\(format) is flat: a list of \(entity) and \(other) has no columns in common"
    case .noKnownNames(let names, let entity, let members):
      "none of its names (\(excerpts(names))) is a field of \(entity), which has \(members.joined(separator: ", "))"
    case .noKnownColumns(let path, let columns, let entity, let members):
      "\(path):1: none of its columns (\(excerpts(columns))) is a field of \(entity): the first line names the"
        + " columns. \(nearest(columns, members))\(entity) has \(members.joined(separator: ", "))"
    case .unknownNames(let names):
      UnknownName.words(names)
    case .noSuchColumn(let path, let name, let columns):
      "\(path):1: there is no column \(quotedExcerpt(name)).\(suggestion(for: name, in: columns)) There are"
        + " \(excerpts(columns))"
    case .noSuchField(let entity, let column, let field, let members, let isTurned):
      "option 'columns': \(quotedExcerpt(column)) cannot be \(quotedExcerpt(field)): \(entity) has no such field."
        + (isTurned
          ? wordsOfTurned(field, column) : suggestion(for: field, in: members) + " It has \(excerpts(members))")
    case .sameField(let first, let second, let field):
      "option 'columns': \(quotedExcerpt(first)) and \(quotedExcerpt(second)) cannot both be \(quotedExcerpt(field))"
    case .otherColumnCount(let path, let said, let columns):
      "\(path):1: there are \(columns) columns, but 'columns' names \(said)"
    case .madeOtherwise(let entity, let field, let type, let path):
      "\(entity) is there already, and \(quotedExcerpt(field)) is text in it, not \(type). To make it anew:"
        + " \(entity):all():delete() load(infer(\(quotedExcerpt(path)), { … }))() db:migrate()"
    case .doubtfulHeader(let path, let columns):
      "\(path):1: none of \(excerpts(columns)) is a field: is the first line a row? Say { header = false }, or"
        + " { header = true } where it names the columns"
    case .columnsWithoutNames(let path, let columns, let members):
      "\(path):1: \(columns) columns without names: say what they are, as in { header = false, columns = {"
        + " \(members.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")), … } }"
    case .notAColumn(let word, let key, let value):
      "\(word): option 'columns': what stands under \(key) is the name of a field, or false, not \(value)"
    case .optionIs(let word, let option, let what, let value):
      "\(word): option '\(option)' is \(what.words), not \(value)"
    case .rowsRefused(let count, let isCut):
      isCut
        ? "nothing was imported: these are the first \(count) rows that are wrong (max_errors)"
        : "nothing was imported: \(count) rows are wrong"
    case .view(let entity):
      "\(entity) is a view: it cannot be written"
    case .notAModel(let path):
      "reflect reads a Core Data model (\"Shop.xcdatamodel\"), not \(quotedExcerpt(path)); for the tables of a"
        + " file: db:open(\"…\")"
    case .notADocument(let entity, let value):
      "\(entity): a document must be a table, not \(value)"
    case .objectExpected(let entity, let value):
      "expected an object for \(entity), not \(value)"
    case .versionIsText(let text):
      "_version: expected a number, not the text \(quotedExcerpt(text))"
    case .versionIsNoNumber(let value):
      "_version: expected a number from 1, not \(value)"
    case .otherKind(let entity, let field, let value):
      "\(entity): \(field): expected an entity that is \(withArticle(entity)), not \(value)"
    case .tooDeepObjects:
      "objects stand too deep one in another"
    case .abstractEntity(let entity, let field):
      "\(entity) is abstract: \(field) must say what it is"
    case .relatedExpected(let entity, let relation, let isToMany, let value):
      "\(entity): \(relation): expected \(isToMany ? "a list of objects" : "an object"), not \(value)"
    case .tooDeepValues:
      "the values stand too deep one in another"
    case .tooDeepNested:
      "is nested too deep"
    case .base64Expected(let value):
      "expected bytes as base64, not \(value)"
    case .valueExpected(let expected, let value):
      "expected \(expected), not \(value)"
    case .textExpected(let expected, let text, let hint):
      "expected \(expected.words), not the text \(text)" + (hint.map { ". \($0.words)" } ?? "")
    }
  }
}

/// The fields that the first columns may be meant for.
private func nearest(_ columns: [String], _ members: [String]) -> String {
  columns.compactMap { name in
    let words = suggestion(for: name, in: members)
    return words.isEmpty ? nil : quotedExcerpt(name) + ":" + words + " "
  }.prefix(3).joined()
}

/// How a mapping is written that was written the other way round.
private func wordsOfTurned(_ column: String, _ field: String) -> String {
  " The name in the file stands first: { columns = { \(LuaText.key(column)) = \"\(field)\" } }"
}

extension ExchangeError {
  /// Two names of columns, within the quotes of an error that is about one.
  static func both(_ first: String, _ second: String) -> String { "\(first)' and '\(second)" }
}

extension InterchangeError {
  /// What no format can hold, of a field: to replace some bytes would make another text of it.
  static func brokenText(of field: String, in format: String) -> InterchangeError {
    InterchangeError(.cannotHold(format: format, what: "text that is not UTF-8, as in \(quotedExcerpt(field))"))
  }

  /// What a format of rows would write as another value of a field: bytes as the text of them, a number as that of bytes.
  static func otherClass(in field: Field, in format: String) -> InterchangeError {
    let what = field.storage == .data ? "a number among bytes" : "bytes among other values"
    return InterchangeError(.cannotHold(format: format, what: "\(what), as in \(quotedExcerpt(field.name)): use json"))
  }
}

extension ExchangeError.Unholdable {
  package var words: String {
    switch self {
    case .text: "text that is not UTF-8"
    case .name: "a name that is not UTF-8"
    case .deepTables: "tables more than 200 deep, nor one that contains itself"
    case .mixedTable: "a table with both places and names, or with gaps"
    }
  }
}

extension ExchangeError.OptionValue {
  package var words: String {
    switch self {
    case .separator: "one character, such as \";\" or \"\\t\""
    case .flag: "true or false"
    case .encoding: TextEncoding.shownNames.map { "\"\($0)\"" }.joined(separator: ", ")
    case .escape: "\"backslash\""
    case .decimal: "\",\" or \".\""
    case .dates: "a pattern of d, m and y, such as \"dd.mm.yyyy\" or \"m/d/yy hh:mm\", or a list of such"
    case .nulls: "a text, or a list of texts, such as { \"\", \"NA\" }"
    case .columns: "a table, such as { Name = \"name\", Notes = false }, or a list of fields"
    case .count: "a number from 1"
    case .lines: "a number of lines from 0"
    case .formulas: "\"text\""
    case .title: "a text"
    case .totals: "a table of columns and what is counted (count, sum, avg, min, max), such as { price = \"sum\" }"
    }
  }
}

extension ExchangeError.Hint {
  fileprivate var words: String {
    switch self {
    case .decimal(let point): "Are all numbers written so? { decimal = \"\(point)\" }"
    case .truths: "Words of one's own are taken by enum { { \"yes\", 1 }, { \"no\", 0 } }"
    case .dates(let patterns):
      "Are all days written so? " + patterns.map { "{ dates = \"\($0)\" }" }.joined(separator: " or ")
    }
  }
}

extension ExchangeError.Expected {
  fileprivate var words: String {
    switch self {
    case .storableText: "valid UTF-8 without NUL (or say what the file is, as in { encoding = \"latin1\" })"
    case .integer: "an integer"
    case .number: "a number"
    case .truth: "true or false"
    case .base64: "bytes as base64"
    case .json: "JSON"
    case .dayOfCalendar: "a day of the calendar"
    case .pattern(let patterns):
      "a day written as \(patterns.map { "\"\($0)\"" }.joined(separator: " or ")) or 2024-02-29"
    case .other(let words): words
    }
  }
}

/// The first of many names.
private func excerpts(_ names: [String]) -> String {
  names.prefix(8).map { quotedExcerpt($0) }.joined(separator: ", ") + (names.count > 8 ? ", …" : "")
}

extension ExchangeError {
  /// What follows on a row that is none, where an entity is to be made of the file.
  static let skippingAdvice = ": { on_error = \"skip\" } leaves such rows out"

  /// What is said of a file whose letters were guessed.
  static let guessedEncoding = "it is no UTF-8, and is read as Windows-1252: { encoding = \"latin1\" }"
}
