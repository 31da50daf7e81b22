import Encodings
import Interchange
import LuaRows
import LuaRuntime
import Model
import Schema

/// Plain values of Lua as documents, and documents as plain values.
///
///     { name = "Zerator", scores = { 1, 2 } }   ⇄   {"name":"Zerator","scores":[1,2]}
///
/// An empty table is a list; `null` says null. Of a table only names, or places without gaps, can be said.
package struct PlainDocuments {
  package let session: SessionContext
  package let stack: LuaStack
  package let format: FileFormat

  package init(session: SessionContext, stack: LuaStack, format: FileFormat) {
    self.session = session
    self.stack = stack
    self.format = format
  }

  // MARK: To Lua

  package func push(_ document: DocumentValue, isTop: Bool = true) throws {
    guard stack.ensure(8) else { throw LuaError(ExchangeError.tooDeepValues.message) }
    switch document {
    case .null: if isTop { stack.pushNil() } else { stack.push(session.null) }
    case .boolean(let value): stack.push(value)
    case .integer(let value): stack.push(value)
    case .real(let value): stack.push(value)
    case .number(let text): stack.push(Double(text) ?? .nan)
    case .text(let text), .date(let text): stack.push(text)
    case .data(let bytes):
      // As the text has it: only property lists hold bytes.
      if format.isPropertyList { stack.pushBytes(bytes) } else { stack.push(Base64.text(bytes)) }
    case .list(let elements):
      stack.newTable(array: elements.count)
      for (place, element) in elements.enumerated() {
        try push(element, isTop: false)
        stack.rawSet(table: -2, place + 1)
        if place % 256 == 255 { try session.lua.checkMemory() }
      }
    case .map(let members):
      stack.newTable(fields: members.count)
      for member in members {
        try push(member.value, isTop: false)
        stack.rawSet(table: -2, member.name)
      }
    }
  }

  // MARK: From Lua

  /// The document that the value at a place of the stack is.
  package func document(at index: Int, depth: Int = 0) throws -> DocumentValue {
    let index = stack.absolute(index)
    switch stack.kind(index) {
    case .none, .nil: return .null
    case .boolean: return .boolean(stack.boolean(index))
    case .number:
      return stack.isInteger(index) ? .integer(stack.integer(index) ?? 0) : .real(stack.number(index) ?? 0)
    case .string: return try text(at: index)
    case .table: return try table(at: index, depth: depth)
    default: return try other(at: index)
    }
  }

  private func text(at index: Int) throws -> DocumentValue {
    if let text = stack.string(index) { return .text(text) }
    guard format.isPropertyList, let bytes = stack.bytes(index) else {
      throw InterchangeError(.cannotHold(format: format.name, what: ExchangeError.Unholdable.text.words))
    }
    return .data([UInt8](bytes))
  }

  private func other(at index: Int) throws -> DocumentValue {
    if FieldCoding(session).isNull(index, on: stack) { return .null }
    if let decimal = stack.object(index, as: DecimalValue.self) { return .text(decimal.number.description) }
    if let object = stack.rowObject(index), let context = object.context(as: ObjectContext.self) {
      return try DocumentEncoder(session: session, stack: stack, format: format).document(of: object, context)
    }
    if let list = stack.rowList(index) {
      return .list(
        try (0..<list.count).map { place in
          try stack.get(index, place + 1)
          defer { stack.pop(1) }
          return try document(at: -1)
        })
    }
    throw InterchangeError(.cannotHold(format: format.name, what: stack.value(index).described))
  }

  private func table(at index: Int, depth: Int) throws -> DocumentValue {
    guard depth < 200, stack.ensure(8) else {
      throw InterchangeError(
        .cannotHold(format: format.name, what: ExchangeError.Unholdable.deepTables.words))
    }
    let count = stack.rawLength(index)
    var members: [DocumentValue.Member] = []
    var others = 0
    stack.pushNil()
    while stack.next(index) {
      defer { stack.pop(1) }
      if stack.kind(-2) == .string {
        guard let name = stack.string(-2) else {
          throw InterchangeError(.cannotHold(format: format.name, what: ExchangeError.Unholdable.name.words))
        }
        members.append(DocumentValue.Member(name, try document(at: -1, depth: depth + 1)))
      } else if let place = stack.isInteger(-2) ? stack.integer(-2) : nil, place >= 1, place <= count {
        continue
      } else {
        others += 1
      }
    }
    if others > 0 || count > 0 && !members.isEmpty {
      throw InterchangeError(
        .cannotHold(format: format.name, what: ExchangeError.Unholdable.mixedTable.words))
    }
    if !members.isEmpty { return .map(members.sorted { $0.name < $1.name }) }
    return .list(
      try (0..<count).map { place in
        _ = stack.rawGet(table: index, place + 1)
        defer { stack.pop(1) }
        return try document(at: -1, depth: depth + 1)
      })
  }
}

extension PlainDocuments {
  /// Pushes the members of a document of an entity, for a function of the script; NULL is nil, as in objects.
  func push(_ members: [DocumentValue.Member]) throws {
    try push(.map(members.filter { $0.value != .null }))
  }

  /// The members of an object's document as `before_encode` leaves them.
  func asked(
    _ members: [DocumentValue.Member], of object: LuaRowObject, _ context: ObjectContext
  ) throws -> [DocumentValue.Member] {
    guard let hook = context.model.hooks.beforeEncode else { return members }
    try push(members)
    defer { stack.pop(1) }
    let table = stack.top
    if let result = try hook.call([stack.value(object.index), stack.value(table)]).first, !result.isNil {
      stack.push(result)
      stack.remove(table)
    }
    return try self.members(at: table, of: context.entity, like: members)
  }

  /// The members of the table on top of the stack, which a function made of those of a document of an entity.
  ///
  /// They keep their order, and their kinds: Lua has one kind of string only.
  func members(
    at index: Int, of entity: Entity, like before: [DocumentValue.Member]
  ) throws -> [DocumentValue.Member] {
    guard stack.kind(index) == .table else {
      throw ScriptError(ExchangeError.notADocument(entity: entity.name, value: stack.value(index).described))
    }
    guard case .map(let after) = try document(at: index) else { return [] }
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
