import Encodings
import Interchange
import Model
import Schema

/// Which field each column of a file is, as somebody said.
///
///     columns = { Name = "name", ["Größe"] = "size", Notes = false }      -- by the name in the file; false: left out
///     columns = { "id", "name" }                                          -- by place
package enum ColumnNames {
  case byName([String: String?])
  case byPlace([String?])

  /// Refuses what is no field of an entity, and two columns for one.
  func checkFields(of context: ObjectContext, _ names: MemberNames) throws {
    // What is no field may be there for a function, or for an entity that shares the table.
    if context.isShared || context.mayHaveMore { return }
    func isField(_ name: String) -> Bool { names.slot(of: name) != nil || names.relation(name) != nil }
    for (column, field) in pairs {
      guard let field, !isField(field) else { continue }
      throw ScriptError(
        ExchangeError.noSuchField(
          entity: context.name, column: column, field: field, members: names.members, isTurned: isField(column)))
    }
    var taken: [Int: String] = [:]
    for (column, field) in pairs {
      guard let field, let slot = names.slot(of: field) else { continue }
      if let first = taken[slot] {
        throw ScriptError(ExchangeError.sameField(first: first, second: column, field: field))
      }
      taken[slot] = column
    }
  }

  /// Each column, by its name or place, and the field that it is to be.
  private var pairs: [(column: String, field: String?)] {
    switch self {
    case .byName(let names): names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    case .byPlace(let names): names.enumerated().map { ("\($0 + 1)", $1) }
    }
  }

  /// Gives the columns of a reader the names of the fields that they are; those that are left out get none.
  func apply(to reader: any RowReader, path: String) throws {
    switch self {
    case .byName(let names):
      for name in names.keys.sorted() where !reader.columns.contains(name) {
        throw ScriptError(ExchangeError.noSuchColumn(path: path, name: name, columns: reader.columns))
      }
      reader.columns = reader.columns.map { column in (names[column] ?? column) ?? "" }
    case .byPlace(let names):
      guard names.count == reader.columns.count else {
        throw ScriptError(
          ExchangeError.otherColumnCount(path: path, said: names.count, columns: reader.columns.count))
      }
      reader.columns = names.map { $0 ?? "" }
    }
  }

  /// A document under the names of the fields; what is left out is not in it.
  func renamed(_ document: DocumentValue) -> DocumentValue {
    guard case .byName(let names) = self, case .map(let members) = document else { return document }
    return .map(
      members.compactMap { member in
        guard let known = names[member.name] else { return member }
        return known.map { DocumentValue.Member($0, member.value) }
      })
  }

  /// The columns of a file without names are the fields in their order, with the key that is made or without it.
  static func inOrder(of entity: Entity, _ reader: any RowReader, path: String) throws {
    let stored = entity.fields.filter { !$0.isGenerated }
    let given = stored.filter { !$0.isPrimaryKey }
    guard let fields = [stored, given].first(where: { $0.count == reader.columns.count }) else {
      throw ScriptError(
        ExchangeError.columnsWithoutNames(path: path, columns: reader.columns.count, members: stored.map(\.name)))
    }
    reader.columns = fields.map(\.name)
  }

  var isByPlace: Bool { if case .byPlace = self { true } else { false } }
}
