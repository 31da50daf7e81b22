import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Saving
import Schema
import Store

/// The contents of an object's relation to many, and their order, to be changed: all of a change happens, or nothing.
package struct RelationContents {
  let session: SessionContext
  let origin: RelationOrigin
  let stack: LuaStack
  let tie: Association
  let store: Database

  package init(_ session: SessionContext, _ origin: RelationOrigin, _ stack: LuaStack) throws {
    self.session = session
    self.origin = origin
    self.stack = stack
    tie = origin.tie
    store = try origin.owner.database.store()
  }

  var change: ChangeAssociation { ChangeAssociation(tie, key: origin.key, dialect: store.dialect) }
  private var staleKeys: StaleKeys { StaleKeys(session: session, stack: stack, tie: tie, store: store) }
  private var isOrdered: Bool { origin.relation.positionColumn != nil }

  // MARK: Adding

  /// Adds objects at the end; `values` are those of the links that are made.
  package func add(_ source: ObjectSource, values: LuaTable? = nil) throws {
    try check(source)
    try changing(source) {
      guard isOrdered else { return try join(source, values) }
      let count = try settleOrder()
      let fresh = try joined(source, values)
      for (offset, member) in fresh.enumerated() { try store.run(change.put(member, at: count + 1 + offset)) }
    }
  }

  /// Adds an object at a place; one that is there already is moved.
  package func insert(_ source: ObjectSource, at place: Int) throws {
    try check(source)
    try changing(source) {
      let count = try settleOrder()
      try check(place, "insert", upTo: count + 1)
      if let member = try joined(source, nil).first {
        if place <= count { try store.run(change.makeRoom(at: place, for: 1)) }
        try store.run(change.put(member, at: place))
      } else if let member = try keys(of: source).first, let known = try self.place(of: member) {
        try relocate(from: known, to: min(place, count))
      }
    }
  }

  /// Makes objects part of the relation; the keys of those that were not.
  private func joined(_ source: ObjectSource, _ values: LuaTable?) throws -> [[Value]] {
    var known: Set<[Value]> = []
    try source.forEach { object, context in
      guard object.state == .saved else { return }
      let member = try key(of: object, context)
      if try isMember(member) { known.insert(member) }
    }
    try join(source, values)
    return try keys(of: source).filter { known.insert($0).inserted }
  }

  private func join(_ source: ObjectSource, _ values: LuaTable?) throws {
    guard origin.relation.kind == .manyToMany else {
      let inverse = try inverse()
      try checkHasKey(inverse)
      try source.forEach { object, context in
        try staleKeys.refresh(object)
        try Saver(session).setRelation(inverse, of: object, to: origin.key, context)
      }
      return try Saver(session).save(source, to: origin.owner.database, stack)
    }
    try saveNew(source)
    let members = try keys(of: source)
    if tie.isBare { return try link(members) }
    let links = try LinkObjects(self)
    for member in members { try links.link(member, values) }
  }

  /// Others refer to the owner by its key, which a row of another program need not have.
  private func checkHasKey(_ inverse: Relation) throws {
    guard let place = origin.key.firstIndex(of: .null) else { return }
    throw ScriptError(
      ObjectError.keyIsNull(
        entity: tie.target.name, relation: inverse.name, target: origin.owner.name, field: tie.ownColumns[place]))
  }

  /// Saves what is new; what is wrong with one is told with its place among all.
  private func saveNew(_ source: ObjectSource) throws {
    let places = try places(in: source) { $0.state == .new }
    do {
      try Saver(session).save(source.selected(places), to: origin.owner.database, stack)
    } catch let error as ScriptError {
      throw source.count > 1 ? error.counted(asIn: places) : error
    }
  }

  private func link(_ members: [[Value]]) throws {
    do {
      for member in members {
        try store.run(change.link(member))
        if origin.relation.isSymmetric { try store.run(mirrored(member).link(origin.key)) }
      }
    } catch {
      guard case .constraint(let constraint) = error.kind, constraint.rule == .foreignKey else { throw error }
      throw ScriptError(
        RelationError.linkedRowIsGone(relation: origin.name, owner: origin.owner.name, field: origin.relation.name))
    }
  }

  /// The same relation of a row on the other side.
  private func mirrored(_ member: [Value]) -> ChangeAssociation {
    ChangeAssociation(tie, key: member, dialect: store.dialect)
  }

  // MARK: Removing

  /// Takes objects out; those that are not part of the relation are left alone.
  package func remove(_ source: ObjectSource) throws {
    try check(source)
    try checkCanLeave()
    try changing(source) {
      try leave(source)
      if isOrdered { try settleOrder() }
    }
  }

  /// Takes the object at a place out, which stands above.
  package func removed(at place: Int) throws -> BorrowedValue {
    try checkCanLeave()
    return try store.atomically {
      try check(place, "remove_at", upTo: settleOrder())
      var request = FetchRequest(entity: origin.target.name, predicate: tie.condition(key: origin.key))
      request.sorts = tie.sorts(key: origin.key)
      request.offset = place - 1
      request.limit = 1
      let object = try Fetching(RequestHandle(origin.target, request)).first(on: stack)
      try remove(ObjectSource(object))
      return object
    }
  }

  private func leave(_ source: ObjectSource) throws {
    if origin.relation.kind == .manyToMany {
      for member in try keys(of: source) {
        try store.run(change.unlink(member))
        if origin.relation.isSymmetric { try store.run(mirrored(member).unlink(origin.key)) }
      }
      return
    }
    let inverse = try inverse()
    try source.forEach { object, _ in try staleKeys.refresh(object) }
    let members = try selected(source) { object in
      guard object.state == .saved, let context = object.context(as: ObjectContext.self) else { return false }
      return try isMember(key(of: object, context))
    }
    try members.forEach { object, context in
      try Saver(session).setRelation(inverse, of: object, to: inverse.columns.map { _ in .null }, context)
    }
    try Saver(session).save(members, to: origin.owner.database, stack)
  }

  private func checkCanLeave() throws {
    guard origin.relation.kind == .hasMany, try inverse().isRequired else { return }
    throw ScriptError(
      RelationError.cannotLeave(
        relation: origin.name, target: tie.target.name, inverse: try inverse().name, owner: origin.owner.name))
  }

  // MARK: Order

  /// Puts members that are there behind all others, in the order given.
  package func arrange(_ source: ObjectSource) throws {
    guard isOrdered else { return }
    try store.atomically {
      let count = try settleOrder()
      for (offset, member) in try keys(of: source).enumerated() {
        try store.run(change.put(member, at: count + 1 + offset))
      }
      try settleOrder()
    }
  }

  package func move(from: Int, to: Int) throws {
    try store.atomically {
      let count = try settleOrder()
      for place in [from, to] { try check(place, "move", upTo: count) }
      try relocate(from: from, to: to)
    }
  }

  package func swap(_ first: Int, _ second: Int) throws {
    try store.atomically {
      let count = try settleOrder()
      for place in [first, second] { try check(place, "swap", upTo: count) }
      if first != second { try store.run(change.swap(first, second)) }
    }
  }

  private func relocate(from: Int, to: Int) throws {
    if from != to { try store.run(change.move(from: from, to: to)) }
  }

  /// Gives the rows the places from 1 on, where rows that went or came otherwise left it different; how many they are.
  @discardableResult
  private func settleOrder() throws -> Int {
    let extent = try store.rows(change.extent())
    let numbers = (0..<4).map { Int(extent[0, $0].integer) }
    let isDense = numbers[0] == 0 || numbers[1] == numbers[0] && numbers[2] == 1 && numbers[3] == numbers[0]
    if !isDense { try store.run(change.renumber()) }
    return numbers[0]
  }

  private func place(of member: [Value]) throws -> Int? {
    let rows = try store.rows(change.find(member))
    return rows.count > 0 ? Int(rows[0, 0].integer) : nil
  }

  private func isMember(_ member: [Value]) throws -> Bool { try store.rows(change.find(member)).count > 0 }

  // MARK: Checks

  package func checkIsOrdered(_ word: String) throws {
    guard !isOrdered else { return }
    let kind = origin.relation.kind.rawValue
    throw ScriptError(RelationError.noOrder(word: word, relation: origin.name, kind: kind, target: tie.target.name))
  }

  private func check(_ place: Int, _ word: String, upTo last: Int) throws {
    guard place < 1 || place > last else { return }
    throw ScriptError(RelationError.noPlace(word: word, relation: origin.name, place: place, last: last))
  }

  /// Refuses what cannot be part of the relation, before anything is done.
  private func check(_ source: ObjectSource) throws {
    for place in 0..<source.count {
      let value = try source[place]
      defer { value.drop() }
      guard let object = value.rowObject, let context = object.context(as: ObjectContext.self),
        context.isKind(of: origin.relation.target)
      else {
        throw ScriptError(
          RelationError.notAMember(
            relation: origin.name, target: origin.relation.target,
            value: FieldCoding(session).words(for: value.value)))
      }
      try Objects(session).checkCanBeKept(object, context, with: origin.owner)
    }
  }

  // MARK: Objects

  private func inverse() throws -> Relation {
    guard let name = origin.relation.inverse, let inverse = tie.target.relation(name) else {
      throw QueryError.unknownEntity(origin.relation.target)
    }
    return inverse
  }

  private func selected(_ source: ObjectSource, _ isSelected: (LuaRowObject) throws -> Bool) throws -> ObjectSource {
    source.selected(try places(in: source, where: isSelected))
  }

  private func places(in source: ObjectSource, where isSelected: (LuaRowObject) throws -> Bool) throws -> [Int] {
    try (0..<source.count).filter { place in
      try source.withObject(place) { object, _ in try isSelected(object) } ?? false
    }
  }

  private func key(of object: LuaRowObject, _ context: ObjectContext) throws -> [Value] {
    let rows = ObjectRows(session: session, stack: stack)
    let entity = try context.entity
    return try tie.targetColumns.map { column in
      guard let slot = entity.fields.firstIndex(where: { $0.column == column }) else { return .null }
      return try rows.savedValue(slot, of: object, entity)
    }
  }

  private func keys(of source: ObjectSource) throws -> [[Value]] {
    var result: [[Value]] = []
    try source.forEach { result.append(try key(of: $0, $1)) }
    return result
  }

  /// Runs a change in a transaction; what it did to objects is taken back when it fails.
  private func changing(_ source: ObjectSource, _ body: () throws -> Void) throws {
    let before = try source.snapshots()
    do {
      let isInTransaction = store.depth > 0
      try store.atomically {
        if isInTransaction { try rememberNew(source) }
        try body()
      }
    } catch {
      source.restore(before)
      throw error
    }
  }

  /// Remembers what new objects hold, for the case that a transaction around the change is rolled back.
  private func rememberNew(_ source: ObjectSource) throws {
    let journal = origin.owner.database.journal
    try source.forEach { object, _ in if object.state == .new { journal.remember(object) } }
  }
}

extension RelationReader {
  /// `relation:add(…)`: objects or a list of them, and behind them the values of the links.
  package func add(to origin: RelationOrigin, _ call: LuaCall) throws {
    try contents(of: origin, Array(call.arguments.dropFirst()), call.stack) { contents, source, values in
      try contents.add(source, values: values)
    }
  }

  /// `relation:create { … }`: pushes what was made and saved, each object of a list, and says how many they are.
  package func create(in origin: RelationOrigin, _ arguments: [LuaValue], _ stack: LuaStack) throws -> Int {
    var arguments = arguments
    let isOne = arguments[0].table?.rawLength == 0
    // A table without names would be a list of no objects: it is one object, of which all is by default.
    if isOne {
      let list = session.lua.makeTable()
      list[1] = arguments[0]
      arguments[0] = .table(list)
    }
    return try contents(of: origin, arguments, stack, areListed: !isOne) { contents, source, values in
      try contents.add(source, values: values)
      let first = try source[0]
      guard first.hasRoom(source.count + 8) else { return 1 }
      for place in 1..<source.count { _ = try source[place] }
      return source.count
    }
  }

  /// The objects among the arguments, new ones for tables with names, and behind them the values of the links.
  ///
  /// - Parameter areListed: whether an error says which object of a list it is about, where the list has but one.
  private func contents<Result>(
    of origin: RelationOrigin, _ arguments: [LuaValue], _ stack: LuaStack, areListed: Bool = true,
    _ change: (RelationContents, ObjectSource, LuaTable?) throws -> Result
  ) throws -> Result {
    let contents = try RelationContents(session, origin, stack)
    let added = AddedObjects(arguments, contents.tie)
    guard !added.objects.isEmpty else { throw ScriptError(ObjectError.noObjects) }
    let objects = try Graphs(session).objects(added.objects, of: origin.relation, origin.owner, stack)
    let source = ObjectSource(objects, on: stack)
    let tables = added.objects.compactMap(\.table)
    let place = areListed && source.count == 1 && tables.contains { $0.rawLength > 0 } ? 1 : nil
    return try Graphs(session).naming(origin.relation, of: origin.owner.name, at: place, onlyIf: !tables.isEmpty) {
      try change(contents, source, added.link)
    }
  }
}
