import Encodings
import Interchange
import LuaRows
import LuaRuntime
import Model
import Requests
import Schema
import Store

/// Plain values of Lua as documents, and documents as plain values.
///
///     { name = "Zerator", scores = { 1, 2 } }   ⇄   {"name":"Zerator","scores":[1,2]}
///
/// An empty table is a list; `null` says null. Of a table only names, or places without gaps, can be said.
package struct PlainDocuments {
  package let session: SessionContext
  package let stack: LuaStack
  package let format: FileFormat

  /// What counts the documents that are made of values of Lua, where they may be large.
  private let held: HeldMemory?

  package init(session: SessionContext, stack: LuaStack, format: FileFormat, holding held: HeldMemory? = nil) {
    self.session = session
    self.stack = stack
    self.format = format
    self.held = held
  }

  /// Counts bytes of a document that is being made.
  private func hold(_ bytes: Int) throws {
    if held?.take(bytes) == false { throw LuaError.noMemory }
  }

  // MARK: To Lua

  /// What a document is for scripts, above all that stands there.
  package func value(of document: DocumentValue, isTop: Bool = true) throws -> BorrowedValue {
    switch document {
    case .null: return BorrowedValue(isTop ? .nil : session.null, on: stack)
    case .boolean(let value): return BorrowedValue(.boolean(value), on: stack)
    case .integer(let value): return BorrowedValue(.integer(value), on: stack)
    case .real(let value): return BorrowedValue(.number(value), on: stack)
    case .number(let text): return BorrowedValue(.number(Double(text) ?? .nan), on: stack)
    case .text(let text), .date(let text):
      if text.utf8.count > Self.large { try session.lua.checkRoom(for: text.utf8.count) }
      return BorrowedValue(text, on: stack)
    case .data(let bytes):
      // As the text has it: only property lists hold bytes.
      if format.isPropertyList { return BorrowedValue(bytes: bytes, on: stack) }
      return BorrowedValue(Base64.text(bytes), on: stack)
    case .list(let elements):
      let list = try table(elements.count)
      for (place, element) in elements.enumerated() {
        list.take(try value(of: element, isTop: false), at: place + 1)
        if place % 256 == 255 { try session.lua.checkMemory() }
      }
      return list
    case .map(let members):
      let table = try table(0, members: members.count)
      for member in members { table.take(try value(of: member.value, isTop: false), as: member.name) }
      return table
    }
  }

  /// A new table, above, with room for what comes into it.
  private func table(_ elements: Int, members: Int = 0) throws -> BorrowedValue {
    let table = BorrowedValue(tableOf: elements, members: members, on: stack)
    guard table.hasRoom(8) else { throw LuaError(ExchangeError.tooDeepValues.message) }
    return table
  }

  // MARK: From Lua

  /// The document that a value is.
  package func document(of value: BorrowedValue, depth: Int = 0) throws -> DocumentValue {
    switch value.kind {
    case .none, .nil: return .null
    case .boolean: return .boolean(value.boolean)
    case .number: return value.isInteger ? .integer(value.integer ?? 0) : .real(value.number ?? 0)
    case .string: return try text(value)
    case .table: return try table(value, depth: depth)
    default: return try other(value)
    }
  }

  /// The same of a value that was kept.
  package func document(of value: LuaValue) throws -> DocumentValue {
    try session.lua.borrowing(value) { try document(of: $0) }
  }

  /// The bytes of a text that is asked about before it is copied.
  private static let large = 1 << 16

  private func text(_ value: BorrowedValue) throws -> DocumentValue {
    let count = value.length
    if count > 15 { try hold(count) }
    if let text = value.string { return .text(text) }
    guard format.isPropertyList, let bytes = value.bytes else {
      throw InterchangeError(.cannotHold(format: format.name, what: ExchangeError.Unholdable.text.words))
    }
    return .data([UInt8](bytes))
  }

  private func other(_ value: BorrowedValue) throws -> DocumentValue {
    if FieldCoding(session).isNull(value) { return .null }
    if let decimal = value.object(as: DecimalValue.self) { return .text(decimal.number.description) }
    if let object = value.rowObject, let context = object.context(as: ObjectContext.self) {
      return try DocumentEncoder(session: session, stack: stack, format: format).document(of: object, context)
    }
    if let list = value.rowList {
      return .list(
        try (0..<list.count).map { place in
          let element = try value.read(place + 1)
          defer { element.drop() }
          return try document(of: element)
        })
    }
    throw InterchangeError(.cannotHold(format: format.name, what: value.value.described))
  }

  /// By name, unless the table has an order of its own.
  private func sorted(_ members: [DocumentValue.Member], of table: BorrowedValue) -> [DocumentValue.Member] {
    let places = session.state(ColumnOrders.self).places(inRow: table.value.table)
    return members.sorted { (places[$0.name] ?? .max, $0.name) < (places[$1.name] ?? .max, $1.name) }
  }

  private func table(_ table: BorrowedValue, depth: Int) throws -> DocumentValue {
    guard depth < 200, table.hasRoom(8) else {
      throw InterchangeError(
        .cannotHold(format: format.name, what: ExchangeError.Unholdable.deepTables.words))
    }
    let count = table.length
    try hold(count * MemoryLayout<DocumentValue>.stride)
    var members: [DocumentValue.Member] = []
    var others = 0
    try table.forEachMember { key, value throws in
      if key.kind == .string {
        guard let name = key.string else {
          throw InterchangeError(.cannotHold(format: format.name, what: ExchangeError.Unholdable.name.words))
        }
        // They are sorted into a second list.
        try hold(3 * MemoryLayout<DocumentValue.Member>.stride)
        members.append(DocumentValue.Member(name, try document(of: value, depth: depth + 1)))
      } else if let place = key.isInteger ? key.integer : nil, place >= 1, place <= count {
        return
      } else {
        others += 1
      }
    }
    if others > 0 || count > 0 && !members.isEmpty {
      throw InterchangeError(
        .cannotHold(format: format.name, what: ExchangeError.Unholdable.mixedTable.words))
    }
    if !members.isEmpty { return .map(sorted(members, of: table)) }
    return .list(
      try (0..<count).map { place in
        let element = table.element(place + 1)
        defer { element.drop() }
        return try document(of: element, depth: depth + 1)
      })
  }
}

extension PlainDocuments {
  /// The document of a row as it was stored; what was not read of it, nil, has no member.
  package func document(ofStored values: [Value?], _ fields: [Field], _ model: EntityModel) throws -> DocumentValue {
    let known = fields.indices.filter { $0 < values.count && values[$0] != nil }
    let row = RowBuffer(columnCount: known.count, rowCapacity: 1)
    row.append(known.map { values[$0] ?? .null })
    let encoder = DocumentEncoder(session: session, stack: stack, format: format)
    return try encoder.document(of: row[0], known.map { fields[$0] }, model)
  }

  /// The members of a document of an entity, above, for a function of the script; NULL is nil, as in objects.
  func value(of members: [DocumentValue.Member]) throws -> BorrowedValue {
    try value(of: .map(members.filter { $0.value != .null }))
  }

  /// The members of an object's document as `before_encode` leaves them.
  func asked(
    _ members: [DocumentValue.Member], of object: LuaRowObject, _ context: ObjectContext
  ) throws -> [DocumentValue.Member] {
    guard let hook = context.model.hooks.beforeEncode else { return members }
    let table = try value(of: members)
    defer { table.drop() }
    if let result = try hook.call([object.place.value, table.value]).first, !result.isNil { table.become(result) }
    return try self.members(of: table, context.entity, like: members)
  }

  /// The members of a table, which a function made of those of a document of an entity.
  ///
  /// They keep their order, and their kinds: Lua has one kind of string only.
  func members(
    of table: BorrowedValue, _ entity: Entity, like before: [DocumentValue.Member]
  ) throws -> [DocumentValue.Member] {
    guard table.isTable else {
      throw ScriptError(ExchangeError.notADocument(entity: entity.name, value: table.value.described))
    }
    guard case .map(let after) = try document(of: table) else { return [] }
    let known = before.compactMap { member in
      // What was NULL, and still is not there, is NULL.
      (after[member.name] ?? (member.value == .null ? .null : nil)).map { DocumentValue.Member(member.name, $0) }
    }
    let new = after.filter { before[$0.name] == nil }
    return (known + new).map { member in
      let value = typed(member.value, entity.field(member.name), before[member.name])
      return DocumentValue.Member(member.name, before[member.name].map { value.ordered(like: $0) } ?? value)
    }
  }

  private func typed(_ value: DocumentValue, _ field: Field?, _ before: DocumentValue?) -> DocumentValue {
    guard format.isPropertyList, case .text(let text) = value else { return value }
    switch before {
    case .date? where Moment(text: text) != nil: return .date(text)
    case .data?: return .data(Array(text.utf8))
    default:
      guard let field else { return value }
      if field.storage == .data { return .data(Array(text.utf8)) }
      return field.type.calendar != nil && Moment(text: text) != nil ? .date(text) : value
    }
  }
}

extension DocumentValue {
  /// The value with the members of each map in the order that they have in another: a table of Lua has none.
  fileprivate func ordered(like other: DocumentValue) -> DocumentValue {
    switch (self, other) {
    case (.map(let members), .map(let order)):
      let known = order.compactMap { known in
        members[known.name].map { Member(known.name, $0.ordered(like: known.value)) }
      }
      return .map(known + members.filter { order[$0.name] == nil })
    case (.list(let elements), .list(let order)):
      return .list(elements.enumerated().map { $0 < order.count ? $1.ordered(like: order[$0]) : $1 })
    default: return self
    }
  }
}
