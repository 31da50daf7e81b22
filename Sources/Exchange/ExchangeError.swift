import Model

/// What is wrong with a document or a file, or with what was asked of one.
///
/// The words are in `ExchangeError+Words.swift`.
package enum ExchangeError: WordedError {
  case newerVersion(entity: String, there: Int, here: Int)
  case tooDeepRelated(entity: String)
  case optionsNotATable(word: String, value: String)
  case unknownOption(word: String, option: String, candidates: [String])
  /// An option of reports for a format without headings.
  case noReport(word: String, option: String, format: String)
  case noColumnToTotal(name: String, columns: [String])
  case noNumberToTotal(total: String, column: String, value: String)
  case onError(word: String, value: String)
  case noFormatByEnding(word: String, path: String, formats: [String])
  case notAFormat(word: String, formats: [String], value: String)
  case unknownFormat(word: String, name: String, formats: [String])
  case notAPath(word: String, value: String)
  case flatFormat(format: String, member: String)
  case notAnObject(value: String)
  case mixedColumns(format: String, entity: String, other: String)
  case noKnownNames(names: [String], entity: String, members: [String])
  case noKnownColumns(path: String, columns: [String], entity: String, members: [String])
  case unknownNames([UnknownName])
  case noSuchColumn(path: String, name: String, columns: [String])
  /// What a column is to be, and that is no field; `isTurned` where the column is called as one.
  case noSuchField(entity: String, column: String, field: String, members: [String], isTurned: Bool)
  /// Two columns that are to be one field.
  case sameField(first: String, second: String, field: String)
  case otherColumnCount(path: String, said: Int, columns: Int)
  /// A file that is said to have other values than those for which the entity was made.
  case madeOtherwise(entity: String, field: String, type: String, path: String)
  case doubtfulHeader(path: String, columns: [String])
  case columnsWithoutNames(path: String, columns: Int, members: [String])
  case notAColumn(word: String, key: String, value: String)
  case optionIs(word: String, option: String, what: OptionValue, value: String)
  case rowsRefused(count: Int, isCut: Bool)
  case view(entity: String)
  case notAModel(path: String)
  case notADocument(entity: String, value: String)
  case objectExpected(entity: String, value: String)
  case versionIsText(text: String)
  case versionIsNoNumber(value: String)
  case otherKind(entity: String, field: String, value: String)
  case tooDeepObjects
  case abstractEntity(entity: String, field: String)
  case relatedExpected(entity: String, relation: String, isToMany: Bool, value: String)
  case tooDeepNested
  case tooDeepValues
  case base64Expected(value: String)
  case valueExpected(expected: String, value: String)
  case textExpected(expected: Expected, text: String, hint: Hint? = nil)

  // Copies of databases.
  case copyWithoutDatabase(value: String)
  case copyToItself
  case copyOverExisting(names: [String], place: String)
  /// Rows of the source whose keys lead to nothing.
  case copyOfBroken(table: String, columns: [String], parent: String, count: Int)
  /// A column of values of several kinds, for a database without such columns.
  case copyOfMixed(entity: String, column: String, classes: [String], reason: String)
  case rowNotCopied(row: String, reason: String)
  case inexactRow(row: String, field: String, isNaN: Bool)
  case tableNotCopied(entity: String, reason: String)

  /// What no format can hold.
  package enum Unholdable: CaseIterable, Sendable {
    case text, name, deepTables, mixedTable
  }

  /// What an option of reading can be.
  package enum OptionValue: CaseIterable, Sendable {
    case separator, flag, encoding, escape, decimal, dates, nulls, columns, count, lines, formulas, title, totals
  }

  /// How a text would have been what it should be.
  package enum Hint: Sendable {
    case decimal(String)
    case dates([String])
    /// Another word than true and false.
    case truths
  }

  /// What the text of a column should have been.
  package enum Expected: Sendable {
    case storableText, integer, number, truth, base64, json
    /// A day that there is.
    case dayOfCalendar
    /// A day in one of these patterns.
    case pattern([String])
    /// As a type of fields names it.
    case other(String)
  }
}

extension CastError {
  /// What is wrong with one value of a document, to which the place is added where it is known.
  init(_ error: ExchangeError) { self.init(words: error.message) }
}
