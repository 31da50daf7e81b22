import Encodings
import Interchange
import LuaRows
import LuaRuntime
import Model
import Query
import Relations
import Schema
import Store

/// Makes objects of documents: new ones, with those that stand in them.
///
/// An object in a `belongs_to` or a `many_to_many`, where several may lead to one, is looked for by its key, if it has
/// one: the row that is there, or one that came before in the same file, is that object. Objects in a `has_many` or
/// `has_one` are saved when the one that they stand in is.
package final class DocumentDecoder {
  let session: SessionContext
  let format: FileFormat
  let stack: LuaStack
  /// How the objects above another are saved at once, for rows that may be there already; nil leaves that to `save`.
  var saveParent: ((BorrowedValue, ObjectContext) throws -> Void)?
  /// Whether what a document of some version lacks takes its default at once, not when it is saved.
  package var fillsDefaults = false
  private var names: [ObjectIdentifier: MemberNames] = [:]
  private var parents: [ParentKey: LuaValue] = [:]
  /// Whether names that stand for nothing are left out without a word.
  private let ignoresUnknown: Bool
  /// The names that were said to be unknown.
  private var unknown: Set<String> = []
  /// Where files are named in messages.
  private let place: String

  private struct ParentKey: Hashable {
    var entity: String
    var values: [Value]
  }

  package init(
    session: SessionContext, format: FileFormat, stack: LuaStack, place: String, ignoresUnknown: Bool = false
  ) {
    self.ignoresUnknown = ignoresUnknown
    self.session = session
    self.format = format
    self.stack = stack
    self.place = place
  }

  func names(_ tied: ResolvedEntity) -> MemberNames {
    if let known = names[ObjectIdentifier(tied)] { return known }
    let result = MemberNames(tied.entity)
    names[ObjectIdentifier(tied)] = result
    return result
  }

  /// What is done about a name that stands for nothing, once; where nothing is, it is said and left out.
  var refuseUnknown: ((_ name: String, ObjectContext, MemberNames) throws -> Void)?

  /// Says once that a name stands for nothing.
  func noteUnknown(_ name: String, _ names: MemberNames, _ context: ObjectContext) throws {
    guard !ignoresUnknown, name != DocumentVersion.name, name != PropertyListMembers.listName,
      unknown.insert(context.name + "." + name).inserted
    else { return }
    if let refuseUnknown, !context.mayHaveMore { return try refuseUnknown(name, context, names) }
    session.messages.diagnostics("\(place): \(names.unknown(name))\n")
  }

  // MARK: Versions

  /// The members of a document, those of an older version brought up to date.
  func members(of document: DocumentValue, _ context: ObjectContext) throws -> [DocumentValue.Member] {
    guard case .map(var members) = document else {
      throw CastError(ExchangeError.objectExpected(entity: context.name, value: document.described))
    }
    if format.isPropertyList { members = try PropertyListMembers.unpacked(members) }
    let hooks = context.model.hooks
    let version = hooks.version ?? 1
    let from = try Self.version(members, context)
    if from > version {
      throw ScriptError(ExchangeError.newerVersion(entity: context.name, there: from, here: version))
    }
    guard from < version, let migrate = hooks.migrate else {
      return try names(context.tied()).withoutFormer(members)
    }
    members.removeAll { $0.name == DocumentVersion.name }
    let plain = PlainDocuments(session: session, stack: stack, format: format)
    let table = try plain.value(of: members)
    defer { table.drop() }
    if let result = try migrate.call([table.value, .integer(Int64(from))]).first, !result.isNil {
      table.become(result)
    }
    let result = try plain.members(of: table, context.entity, like: members)
    return try names(context.tied()).withoutFormer(result)
  }

  private static func version(_ members: [DocumentValue.Member], _ context: ObjectContext) throws -> Int {
    // A table made elsewhere may have a column of that name.
    if context.model.entity.field(DocumentVersion.name) != nil { return 1 }
    switch members[DocumentVersion.name] {
    case nil, .null: return 1
    case .integer(let number) where number > 0: return Int(number)
    case .text(let text):
      if let number = Int(text), number > 0 { return number }
      throw CastError(ExchangeError.versionIsText(text: text))
    case .some(let other): throw CastError(ExchangeError.versionIsNoNumber(value: other.described))
    }
  }

  // MARK: Objects

  /// A new object of a document, above, which says itself of which of the entities in a table it is.
  package func object(
    of document: DocumentValue, _ context: ObjectContext, depth: Int = 0
  ) throws -> BorrowedValue {
    let own = try kind(of: document, context)
    return try object(
      of: members(of: document, own), own, isFilled: fillsDefaults && own.model.hooks.version != nil, depth: depth)
  }

  /// The entity whose object a document is: one that shares the table, where the document names it.
  func kind(of document: DocumentValue, _ context: ObjectContext) throws -> ObjectContext {
    guard context.isShared, case .map(let members) = document, let kind = members[Sharing.field], kind != .null else {
      return context
    }
    guard case .text(let name) = kind, let model = session.entities.model(ofKind: name, in: context.model) else {
      throw CastError(ExchangeError.otherKind(entity: context.name, field: Sharing.field, value: kind.described))
    }
    return model.context(in: context.database)
  }

  /// A new object of the members of a document, above.
  func object(
    of members: [DocumentValue.Member], _ context: ObjectContext, isFilled: Bool = false, depth: Int = 0
  ) throws -> BorrowedValue {
    guard depth < 100, session.lua.hasRoom(16) else { throw CastError(ExchangeError.tooDeepObjects) }
    let tied = try context.tied()
    if tied.entity.isAbstract, context.isShared {
      throw CastError(ExchangeError.abstractEntity(entity: context.name, field: Sharing.field))
    }
    let names = names(tied)
    guard let object = context.shape?.newObject(on: stack) else { return BorrowedValue(.nil, on: stack) }
    var refused = CastErrors()
    for member in members {
      do {
        try object.place.scoped { try set(member, of: object, names, context, tied, depth) }
      } catch {
        guard let error = ElementPlace.scriptError(error) else { throw error }
        refused.add(error)
      }
    }
    try refused.check(tied.entity, session.lua)
    if isFilled { try Defaults(session: session, context: context, stack: stack).fill(object, tied) }
    if let hook = context.model.hooks.afterDecode {
      let table = try PlainDocuments(session: session, stack: stack, format: format).value(of: members)
      defer { table.drop() }
      try hook.call([object.place.value, table.value])
    }
    return object.place
  }

  /// Whether members hold objects of their own.
  func isNested(_ members: [DocumentValue.Member], _ names: MemberNames) -> Bool {
    members.contains { member in
      switch member.value {
      case .map, .list: names.relation(member.name) != nil
      default: false
      }
    }
  }

  private func set(
    _ member: DocumentValue.Member, of object: LuaRowObject, _ names: MemberNames, _ context: ObjectContext,
    _ tied: ResolvedEntity, _ depth: Int
  ) throws {
    // What it is, its entity says.
    if member.name == Sharing.field, context.isShared { return }
    let isPlain: Bool
    switch member.value {
    case .map, .list: isPlain = false
    default: isPlain = true
    }
    if let relation = names.relation(member.name), !(isPlain && names.slot(of: member.name) != nil) {
      return try set(relation, of: object, member.value, context, tied, depth)
    }
    guard let slot = names.slot(of: member.name) else {
      // What is no field may be there for the function.
      if context.model.hooks.afterDecode == nil { try noteUnknown(member.name, names, context) }
      return
    }
    let field = tied.entity.member(slot)
    let value = object.place.newValue()
    do {
      try Embedding(session).reading(.outside) {
        // A fallback is what NULL reads as, and is not to be stored in its place.
        var plain = field
        if member.value == .null { plain.fallback = nil }
        try field.stored(member.value).withCell {
          try FieldCoding(session).set(value, to: $0, as: plain, of: tied.entity)
        }
      }
      // Documents are tested when they are taken, as those that a script writes.
      if field.document != nil, field.encoder == nil {
        try FieldCoding(session).normalize(value, for: tied.slots[slot])
      }
    } catch let refusal as CastError {
      throw Objects(session).refused(refusal, field, tied.entity, .nil)
    }
    object.hold(slot, value)
  }

  // MARK: Objects in objects

  private func set(
    _ relation: Relation, of object: LuaRowObject, _ value: DocumentValue, _ context: ObjectContext,
    _ tied: ResolvedEntity, _ depth: Int
  ) throws {
    if value == .null { return }
    guard let model = session.entities.model(relation.target) else { throw QueryError.unknownEntity(relation.target) }
    let target = model.context(in: context.database)
    switch (relation.kind, value) {
    case (.belongsTo, .map):
      let name = BorrowedValue(relation.name, on: stack)
      let parent = try nested("\(tied.entity.name): \(relation.name)") { try shared(value, target, depth) }
      try Objects(session).assign(parent, named: name, to: object, context)
    case (.hasOne, .map): try keep([value], relation, of: object, tied, target, depth)
    case (.hasMany, .list(let elements)), (.manyToMany, .list(let elements)):
      try keep(elements, relation, of: object, tied, target, depth)
    default:
      throw CastError(
        ExchangeError.relatedExpected(
          entity: tied.entity.name, relation: relation.name, isToMany: relation.kind.isToMany, value: value.described))
    }
  }

  private func keep(
    _ values: [DocumentValue], _ relation: Relation, of object: LuaRowObject, _ tied: ResolvedEntity,
    _ target: ObjectContext, _ depth: Int
  ) throws {
    let list = BorrowedValue(tableOf: values.count, on: stack)
    for (place, value) in values.enumerated() {
      let suffix = relation.kind == .hasOne ? "" : "[\(place + 1)]"
      let child = try nested("\(tied.entity.name): \(relation.name)\(suffix)") {
        relation.kind == .manyToMany
          ? try shared(value, target, depth) : try self.object(of: value, target, depth: depth + 1)
      }
      list.take(child, at: place + 1)
    }
    if let children = list.value.table {
      PendingChildren(session: session, stack: stack)
        .keep(relation, of: object, children, isListed: relation.kind != .hasOne)
    }
    list.drop()
  }

  /// Adds to what goes wrong where it does: `Player: games[2]: Game: …`.
  private func nested(_ path: String, _ body: () throws -> BorrowedValue) throws -> BorrowedValue {
    do {
      return try body()
    } catch {
      guard var inner = ElementPlace.scriptError(error) else { throw error }
      inner.message = inner.message.split(separator: "\n").map { "\(path): \($0)" }.joined(separator: "\n")
      throw inner
    }
  }

  /// An object that several may lead to, above: the one of its key, or a new one.
  private func shared(_ value: DocumentValue, _ context: ObjectContext, _ depth: Int) throws -> BorrowedValue {
    let context = try kind(of: value, context)
    let members = try members(of: value, context)
    let tied = try context.tied()
    let names = names(tied)
    var key: [Value] = []
    for slot in tied.keySlots {
      let field = tied.entity.fields[slot]
      guard let member = members.first(where: { names.slot(of: $0.name) == slot }) else { break }
      do {
        key.append(try field.stored(member.value))
      } catch let refusal as CastError {
        throw Objects(session).refused(refusal, field, tied.entity, .nil)
      }
    }
    let hasKey = !key.isEmpty && key.count == tied.keySlots.count && !key.contains(.null)
    let place = ParentKey(entity: context.rootName, values: key)
    if hasKey, let known = parents[place] { return BorrowedValue(known, on: stack) }
    let stored = hasKey && saveParent == nil ? row(key, context) : nil
    let object = try stored ?? self.object(of: members, context, depth: depth + 1)
    if stored == nil { try saveParent?(object, context) }
    if hasKey { parents[place] = object.value }
    return object
  }

  /// The object of a row, above; nil, and nothing, where it is not there, nor a table for it.
  private func row(_ key: [Value], _ context: ObjectContext) -> BorrowedValue? {
    let place = BorrowedValue(.nil, on: stack)
    guard let object = try? context.object(RowKey(key), on: stack) else {
      place.drop()
      return nil
    }
    place.become(object.place)
    object.place.drop()
    return place
  }
}
