import Encodings
import LuaRuntime
import Query
import Schema
import Store

/// An error as scripts see it: a table with `kind`, `message` and the fields that fit.
///
/// Not more sendable than the interpreter of its details.
package struct ScriptError: Error, @unchecked Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case schema = "SchemaError"
    case query = "QueryError"
    case type = "TypeError"
    case validation = "ValidationError"
    case conflict = "ConflictError"
    case constraint = "ConstraintError"
    case migration = "MigrationError"
    case notFound = "NotFoundError"
    case decode = "DecodeError"
    case state = "StateError"
    case argument = "ArgumentError"
    case locked = "LockedError"
    case readOnly = "ReadOnlyError"
    case diskFull = "DiskFullError"
    case cannotOpen = "OpenError"
    case notADatabase = "NotADatabaseError"
    case corrupt = "CorruptError"
    case noSuchTable = "NoSuchTableError"
    case sql = "SQLError"
    case file = "FileError"
  }

  package var kind: Kind
  package var message: String
  package var details: [(name: String, value: LuaValue)]
  /// Where in the script, when it is not simply the line that called.
  package var position: SourcePosition?
  /// Which of several objects that were saved together it is about.
  package var place = Place.ofEntries

  /// Says of which of several objects that were saved together something is.
  package enum Place {
    /// Its entries say so, each for itself.
    case ofEntries
    /// Of one, counted from 1.
    case known(Int)
    /// Of what belongs to one, whose place is not said yet.
    case ofOwner
  }

  package init(
    _ kind: Kind, _ message: String, _ details: [(name: String, value: LuaValue)] = [],
    at position: SourcePosition? = nil
  ) {
    self.kind = kind
    self.message = message
    self.details = details
    self.position = position
  }
}

/// One rule that a value broke.
package struct Failure {
  package var entity: String
  package var field: String
  package var value: LuaValue
  package var message: String
  /// Which of several objects it is about, from 1.
  package var place: Int?

  package init(entity: String, field: String, value: LuaValue, message: String, place: Int? = nil) {
    self.entity = entity
    self.field = field
    self.value = value
    self.message = message
    self.place = place
  }

  /// A rule over several fields that does not hold.
  package init(entity: String, rule message: String) {
    self.init(entity: entity, field: "", value: .nil, message: message)
  }

  /// The failure in one line: `Player: age: 25 is not between 18 and 24`.
  func text(_ lua: LuaState) -> String {
    let shown: String =
      switch value {
      case .nil: ""
      case .string(let string): quotedExcerpt(string.lossyText) + " "
      default: lua.describe(value) + " "
      }
    // A rule over several fields is of none.
    return field.isEmpty ? "\(entity): \(message)" : "\(entity): \(field): \(shown)\(message)"
  }
}

extension ScriptError {
  /// All failures of a save or an assignment at once.
  package static func validation(_ failures: [Failure], _ lua: LuaState) -> ScriptError {
    let list = lua.makeTable()
    for (index, failure) in failures.enumerated() {
      let entry = lua.makeTable()
      entry["entity"] = .string(LuaString(failure.entity))
      if !failure.field.isEmpty { entry["field"] = .string(LuaString(failure.field)) }
      entry["value"] = failure.value
      if let place = failure.place { entry["index"] = .integer(Int64(place)) }
      entry["rule"] = .string(LuaString(failure.message))
      entry["message"] = .string(LuaString(failure.text(lua)))
      list[index + 1] = .table(entry)
    }
    var details: [(String, LuaValue)] = [("errors", .table(list))]
    if let first = failures.first {
      details.append(("entity", .string(LuaString(first.entity))))
      if !first.field.isEmpty { details += [("field", .string(LuaString(first.field))), ("value", first.value)] }
    }
    let message = failures.map { $0.text(lua) }.joined(separator: "\n")
    return ScriptError(.validation, message, details)
  }

  /// Lets the failures of some elements of a list speak of their places in it, counted from 0.
  package func counted(asIn places: [Int]) -> ScriptError {
    var result = self
    if case .known(let own) = place, places.indices.contains(own - 1) { result.place = .known(places[own - 1] + 1) }
    if entries.isEmpty, case .ofEntries = place, places.count == 1 { result.place = .known(places[0] + 1) }
    for failure in entries {
      let own = Int(failure["index"].integer ?? 1)
      if places.indices.contains(own - 1) { failure["index"] = .integer(Int64(places[own - 1] + 1)) }
    }
    return result
  }

  /// What is said of each failure of several.
  package var entries: [LuaTable] {
    details.first { $0.name == "errors" }?.value.table?.elements.compactMap(\.table) ?? []
  }

  package init(_ error: QueryError) {
    self.init(.query, error.description)
  }

  /// What a database refused, as scripts see it.
  package init(_ error: StoreError) {
    let kind: Kind =
      switch error.kind {
      case .locked: .locked
      case .readOnly: .readOnly
      case .diskFull: .diskFull
      case .cannotOpen: .cannotOpen
      case .notADatabase: .notADatabase
      case .corrupt: .corrupt
      case .noSuchTable: .noSuchTable
      case .constraint: .constraint
      case .closed, .lost, .misuse: .state
      case .interrupted, .noSuchColumn, .syntax, .incomplete, .tooBig, .tooComplex, .overflow, .other: .sql
      }
    self.init(kind, error.description, [("code", .integer(Int64(error.code)))])
    if error.isConflict { details.append(("conflict", .boolean(true))) }
    if let missing = error.missing { details.append(("capability", .string(LuaString(missing.rawValue)))) }
    switch error.kind {
    case .noSuchTable(let table): details.append(("table", .string(LuaString(table))))
    case .noSuchColumn(let column): details.append(("column", .string(LuaString(column))))
    default: break
    }
    if let sql = error.sql { details.append(("sql", .string(LuaString(sql)))) }
  }
}

extension ScriptError: CustomStringConvertible {
  package var description: String { message }
}
