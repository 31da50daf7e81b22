import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// A stored value that the rules of its entity do not allow.
package struct BrokenRule: Sendable {
  package let entity: String
  package let key: Value
  package let field: String
  package let value: Value
  /// What is wrong with it: `is not between 18 and 24`, `the stored value 'x' is no date`.
  package let message: String
  /// Whether the message says the value itself.
  package let saysValue: Bool
  /// The key and the value as messages say them.
  let keyWords: String
  let valueWords: String

  /// What reports say of it, column by column.
  package static let columns = ["key", "field", "value", "message"]
  package var cells: [Value] { [key, .text(field), value, .text(message)] }

  /// All of it in one line: `Player 3: age: 25 is not between 18 and 24`.
  var line: String {
    let shown = saysValue || value == .null ? "" : valueWords + " "
    return "\(entity) \(keyWords): \(field.isEmpty ? "" : "\(field): ")\(shown)\(message)"
  }
}

/// Looks at the stored rows of an entity: what its fields cannot read, and what its tests refuse.
///
/// They may have been written by other programs, or before the tests were. Nothing is changed.
struct RowCheck {
  private let session: SessionContext
  private let context: ObjectContext
  private let tied: ResolvedEntity
  private let stack: LuaStack
  /// The slots that not every value passes.
  private let slots: [CheckedSlot]
  /// Whether the rules over several fields are looked at: those come with a table that is made anew.
  private let looksAtRules: Bool

  /// Whether days, moments and UUIDs are told that are written otherwise than their field writes them.
  private let looksAtForms: Bool

  /// - Parameter isMeant: whether the values of a field are looked at.
  init(_ context: ObjectContext, looksAtForms: Bool = false, _ isMeant: (Field) -> Bool = { _ in true }) throws {
    self.context = context
    self.looksAtForms = looksAtForms
    session = context.session
    stack = session.lua.stack
    tied = try context.tied()
    let entity = tied.entity
    let meant = Set(entity.fields.indices.filter { isMeant(entity.fields[$0]) })
    slots = tied.slots.prefix(entity.fields.count).filter { meant.contains($0.index) }
      .map { CheckedSlot($0, isReflected: entity.isReflected) }
    looksAtRules = meant.count == entity.fields.count && !tied.rules.isEmpty
  }

  /// Calls `found` with every broken rule, in the order of the rows, until it returns false.
  ///
  /// - Returns: how many rows were looked at.
  func run(_ found: (BrokenRule) throws -> Bool) throws -> Int {
    var count = 0
    try OwnRows(context).forEach { object in
      count += 1
      for slot in slots {
        guard let cell = object.cell(slot.slot.index)?.load(as: Cell.self) else { continue }
        for rule in try rules(slot, cell, object) where try !found(rule) { return false }
      }
      for rule in try rulesOfRow(object) where try !found(rule) { return false }
      return true
    }
    return count
  }

  /// The rules over several fields that a row breaks.
  private func rulesOfRow(_ object: LuaRowObject) throws -> [BrokenRule] {
    guard looksAtRules else { return [] }
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    try validation.checkRules { object.cell($0)?.load(as: Cell.self).value }
    return validation.failures.map { rule($0, object) }
  }

  /// The rules that a value breaks; what cannot be read is not tested.
  private func rules(_ checked: CheckedSlot, _ cell: Cell, _ object: LuaRowObject) throws -> [BrokenRule] {
    let slot = checked.slot
    if checked.mustBeRead(cell) {
      do {
        try session.lua.borrowing(.nil) { value in
          try Embedding(session).reading(.rowUnseen) {
            try FieldCoding(session).set(value, to: cell, as: slot.field, of: tied.entity)
          }
          if checked.hasDocuments { try FieldCoding(session).normalize(value, for: slot) }
        }
      } catch let error as ScriptError where error.kind == .decode {
        return [unreadable(error, slot.field, cell, object)]
      } catch let refusal as CastError {
        return refusal.failures(of: slot.field, tied.entity).map { rule($0, object) }
      }
    }
    let value = slot.field.label(of: cell).map { Value.text($0) } ?? cell.value
    let words = slot.field.words(stored: cell.value)
    if slot.field.type == .integer, cell.kind == .integer,
      case .refused(let fit) = slot.field.stored(.integer(cell.integer))
    {
      return [rule(of: slot.field.name, "is not \(fit)", object, value: value, words: words)]
    }
    if looksAtForms, tied.entity.isReflected, slot.field.hasOtherClass(cell) {
      let message = "is not \(slot.field.type.expected), as its column says"
      return [rule(of: slot.field.name, message, object, value: value, words: words)]
    }
    if looksAtForms, let form = slot.field.form(of: cell) {
      let message =
        "is written otherwise than this field does, \(form.excerpt), and compares as the text that it is: db:migrate()"
        + " rewrites it"
      return [rule(of: slot.field.name, message, object, value: value, words: words)]
    }
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    try validation.check(slot, cell, of: object)
    return validation.failures.map { rule($0, object, value: value, words: words) }
  }

  private func rule(
    _ failure: Failure, _ object: LuaRowObject, value: Value? = nil, words: String? = nil
  ) -> BrokenRule {
    let value = value ?? Value(plain: failure.value) ?? .null
    return rule(of: failure.field, failure.message, object, value: value, words: words ?? value.excerpt)
  }

  private func rule(
    of field: String, _ message: String, _ object: LuaRowObject, value: Value, words: String
  ) -> BrokenRule {
    BrokenRule(
      entity: tied.entity.name, key: key(of: object), field: field, value: value, message: message, saysValue: false,
      keyWords: keyWords(of: object), valueWords: words)
  }

  private func unreadable(_ error: ScriptError, _ field: Field, _ cell: Cell, _ object: LuaRowObject) -> BrokenRule {
    let name = error.details.first { $0.name == "field" }?.value.text ?? field.name
    let start = "\(tied.entity.name): \(name): "
    let message = error.message.hasPrefix(start) ? String(error.message.dropFirst(start.count)) : error.message
    return BrokenRule(
      entity: tied.entity.name, key: key(of: object), field: name, value: cell.value, message: message,
      saysValue: true, keyWords: keyWords(of: object), valueWords: "")
  }

  private func keyWords(of object: LuaRowObject) -> String {
    tied.entity.words(key: tied.keySlots.map { object.cell($0)?.load(as: Cell.self).value ?? .null })
  }

  /// The key as one value; several columns are joined.
  private func key(of object: LuaRowObject) -> Value {
    let values = tied.keySlots.compactMap { object.cell($0)?.load(as: Cell.self).value }
    if values.count == 1 { return values[0] }
    return values.isEmpty ? .null : .text(values.map(\.description).joined(separator: ", "))
  }
}

extension Field {
  /// How it writes a day, a moment or a UUID that is stored in another form, as other programs do; nil for all else.
  ///
  ///     "2023-05-05 10:11:12" of a datetime   // "2023-05-05T10:11:12Z"
  fileprivate func form(of cell: Cell) -> Value? {
    guard type.calendar != nil || type == .uuid, nature.native == nil, cell.kind == .text,
      case .value(let written) = stored(.text(cell.bytes)), written != cell.value
    else { return nil }
    return written
  }
}

extension Field {
  /// Whether a value is of another class than the type of its column, which SQLite stores all the same: a text among
  /// integers.
  fileprivate func hasOtherClass(_ cell: Cell) -> Bool {
    if nature.native != nil { return false }
    let isString = cell.kind == .text || cell.kind == .data
    if type == .decimal, isStoredAsNumber { return isString }
    return switch storage {
    case .integer: isString || cell.kind == .real
    case .real: isString
    case .text: cell.kind == .data
    case .data, .any: false
    }
  }
}

/// A slot and what must be asked of its values.
private struct CheckedSlot {
  let slot: FieldSlot
  /// Whether what is stored in documents is tested, too.
  let hasDocuments: Bool
  private let plainKind: Cell.Kind?

  init(_ slot: FieldSlot, isReflected: Bool) {
    self.slot = slot
    hasDocuments = slot.field.document != nil && slot.field.encoder == nil && slot.field.decoder == nil
    plainKind =
      switch LuaRowShape.Reading(slot.field, isReflected: isReflected) {
      case .integer: .integer
      case .real: .real
      case .text: .text
      case .data: .data
      default: nil
      }
  }

  /// Whether only reading a value tells whether it can be read.
  func mustBeRead(_ cell: Cell) -> Bool { !cell.isNull && cell.kind != plainKind }
}

extension RowCheck {
  /// The rows that refer to rows which are not there; of one table, or of any.
  static func orphans(_ context: ObjectContext, in table: String? = nil) throws -> [BrokenRule] {
    let (entity, catalog) = (try context.entity, try context.catalog)
    return try entity.relations.flatMap { relation -> [BrokenRule] in
      guard relation.kind == .belongsTo, let target = catalog[relation.target],
        table.map({ FoldedName($0) == FoldedName(target.table) }) ?? true
      else { return [] }
      let pairs = relation.columnPairs(owner: entity, target: target)
      return try MigrationObstacle(context, columns: pairs.map(\.owner))?.orphans(of: target, pairs) ?? []
    }
  }
}
