import LuaRuntime
import Model
import Schema
import Scripting

/// Proposes names for the end of a Lua text; nothing runs.
struct LuaCompletion {
  private let session: Session
  private let text: String
  private let meanings: LuaMeanings

  init(_ session: Session, _ text: String) {
    self.session = session
    self.text = text
    session.showTests()
    meanings = LuaMeanings(session: session, locals: LuaScope(text, session).meanings)
  }

  func complete() -> Completion {
    let place = LuaPlace(text)
    switch place.kind {
    case .nowhere: return Completion(replacementStart: place.start, candidates: [])
    case .name: return completion(place, globals(typed: place.typed, in: text))
    case .key(let callee):
      var found = completion(place, keys(of: callee) ?? globals(typed: place.typed, in: text))
      found.details = entityOfKeys(of: callee)?.typesOfMembers ?? [:]
      return found
    case .member(let chain, let isMethod):
      let meaning = chain.map { meanings.meaning(of: $0) } ?? .unknown
      let names =
        chain.flatMap { isMethod ? nil : settings(of: $0) }
        ?? (isMethod ? methods(of: meaning, chain, place.typed) : members(of: meaning))
      var found = completion(place, names)
      if !isMethod { found.details = meaning.entity?.typesOfMembers ?? [:] }
      guard found.candidates.isEmpty, isMethod, case .entity = meaning, !place.typed.isEmpty else { return found }
      // Said of an entity it would be an error: of all rows it must be said so.
      let changes = matching(place.typed, Self.changesOfRequests).map { "all():\($0)" }
      return Completion(replacementStart: place.start, candidates: changes)
    case .string(let callee, let argument): return complete(place, in: callee, argument)
    case .stringKey(let callee):
      guard let entity = entityOfKeys(of: callee) else { return completion(place, []) }
      return path(place.typed, place.start, entity, relationsOnly: false)
    }
  }

  private func completion(_ place: LuaPlace, _ candidates: [String]) -> Completion {
    Completion(replacementStart: place.start, candidates: matching(place.typed, candidates))
  }

  // MARK: Names

  private func globals(typed: String, in text: String) -> [String] {
    let tokens = LuaTokens(text).tokens
    // Names that the entry itself declares.
    let local =
      zip(tokens, tokens.dropFirst()).filter { $0.0.text == "local" && $0.1.isName }.map(\.1.text)
      + meanings.locals.keys
    let keywords = typed.isEmpty ? [] : Array(luaKeywords)
    return session.globalNames.filter(isLuaName) + local + keywords
  }

  /// What may stand before `=` in a table, or nil where that may be anything.
  private func keys(of callee: LuaChain) -> [String]? {
    if case .name(let word) = callee.root {
      let isDefinition = callee.steps == [.call] || callee.steps.isEmpty
      let options = isDefinition ? session.optionNames(of: word) : []
      // `entity "Player" {`: fields are new names, options are known ones.
      if !options.isEmpty, (word == "entity") == (callee.steps == [.call]) || word != "entity" { return options }
      if callee.steps.isEmpty, case .entity(let entity) = meanings.meaning(of: callee) { return fields(of: entity) }
    }
    if let entity = entityOfKeys(of: callee) {
      return fields(of: entity) + (callee.steps.last == .method("sample") ? ["seed"] : [])
    }
    guard case .method(let method)? = callee.steps.last else { return nil }
    return Options.ofMethods[method]
  }

  /// The entity whose fields are the keys of a table that is the argument of a method.
  private func entityOfKeys(of callee: LuaChain) -> Entity? {
    guard case .method(let method)? = callee.steps.last, Self.fieldTables.contains(method) else { return nil }
    var receiver = callee
    receiver.steps.removeLast()
    return meanings.meaning(of: receiver).entity
  }

  /// The methods whose tables have fields as keys.
  private static let fieldTables: Set<String> = [
    "where", "or_where", "where_not", "create", "get_or_create", "draft", "update", "assign", "sample", "filter",
  ]

  private func fields(of entity: Entity) -> [String] { entity.objectMemberNames.filter(isLuaName) }

  // MARK: Members

  /// What can be set of how results are shown: the table that has it asks the program.
  private func settings(of chain: LuaChain) -> [String]? {
    guard chain.root == .name("settings"), chain.steps.isEmpty else { return nil }
    return session.context.messages.settings?.names
  }

  private func members(of meaning: LuaMeaning) -> [String] {
    switch meaning {
    case .entity(let entity): fields(of: entity) + ["methods", "scopes"]
    case .object(let entity): fields(of: entity)
    case .database: ["path", "echo"]
    case .value(let value): meanings.names(in: value, functionsOnly: false)
    case .resultSet: ["sections"]
    case .request, .relation, .list, .groups, .string, .unknown: []
    }
  }

  /// The methods of a request that an entity does not answer.
  private static let changesOfRequests = ["update", "delete"]

  private func methods(of meaning: LuaMeaning, _ chain: LuaChain?, _ typed: String) -> [String] {
    switch meaning {
    case .entity(let entity):
      EntityMethods.all.map(\.name) + ofRequests.filter { !Self.changesOfRequests.contains($0) }
        + session.scopes(of: entity)
    // A variable may hold what a relation is.
    case .request(let entity) where chain?.steps.isEmpty == false: ofRequests + session.scopes(of: entity)
    case .request(let entity), .relation(let entity): RequestMethods.all.map(\.name) + session.scopes(of: entity)
    case .list: ListMethods.all.map(\.name)
    case .object(let entity): methods(ofObject: entity, chain) + session.addedMethods(of: entity)
    case .groups: GroupMethods.all.map(\.name)
    case .database: DatabaseMethods.all.map(\.name)
    case .string: meanings.names(in: session.lua.global("string"), functionsOnly: true)
    case .resultSet: ResultSetMethods.all.map(\.name)
    case .value(let value): meanings.names(in: value, functionsOnly: true)
    // A local variable, say: it will be an object or a request.
    case .unknown: typed.isEmpty ? [] : (ObjectMethods.all + RequestMethods.all).map(\.name)
    }
  }

  /// The methods of a request that is no relation.
  private var ofRequests: [String] {
    RequestMethods.all.map(\.name).filter { !Options.methodsOfRelations.contains($0) }
  }

  /// Those that an object has which is no draft, and in no tree.
  private func methods(ofObject entity: Entity, _ chain: LuaChain?) -> [String] {
    var others: Set<String> = []
    if !entity.relations.contains(where: { $0.target == entity.name }) { others = ["ancestors", "descendants"] }
    if let last = chain?.steps.last, last != .method("draft") { others.insert("discard") }
    return ObjectMethods.all.map(\.name).filter { !others.contains($0) }
  }

  // MARK: Strings

  private func complete(_ place: LuaPlace, in callee: LuaChain?, _ argument: Int) -> Completion {
    if case .name(let word)? = callee?.root, Self.entityWords.contains(word), callee?.steps.isEmpty == true {
      return completion(place, session.entityNames)
    }
    if case .name(let word)? = callee?.root, callee?.steps.isEmpty == true {
      let words = Options.texts(of: word, argument: argument)
      if !words.isEmpty { return completion(place, words) }
    }
    guard let callee, case .method(let method)? = callee.steps.last else { return files(place) }
    let words = Options.texts(ofMethod: method, argument: argument)
    // What is added to each row may also be a value of its own: `price * 2`.
    let mayBeField = method == "annotate" && (place.typed.contains(".") || matching(place.typed, words).isEmpty)
    if !words.isEmpty, !place.typed.contains(" "), !mayBeField { return completion(place, words) }
    if argument == 0, Self.statementMethods.contains(method) { return statement(place) }
    var receiver = callee
    receiver.steps.removeLast()
    guard let entity = meanings.meaning(of: receiver).entity, let role = Self.role(of: method, argument) else {
      return files(place)
    }
    let typed = String(place.typed.reversed().prefix(while: role.belongs).reversed())
    let start = place.start + place.typed.utf8.count - typed.utf8.count
    let before = place.typed.dropLast(typed.count)
    if role == .test { return Completion(replacementStart: start, candidates: matching(typed, session.allTestNames)) }
    if role == .predicate, before.last == ":" {
      return Completion(replacementStart: start, candidates: matching(typed, session.allTestNames))
    }
    return path(typed, start, entity, relationsOnly: role == .relation)
  }

  /// A dotted name, of which the last part is completed.
  private func path(_ typed: String, _ start: Int, _ entity: Entity, relationsOnly: Bool) -> Completion {
    var parts = typed.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = parts.popLast() ?? ""
    let start = start + typed.utf8.count - last.utf8.count
    var owner = entity
    for part in parts {
      guard let relation = owner.relation(part), let target = session.context.entities.catalog[relation.target] else {
        return Completion(replacementStart: start, candidates: [])
      }
      owner = target
    }
    let names = relationsOnly ? owner.relations.map(\.name) : owner.memberNames
    return Completion(replacementStart: start, candidates: matching(last, names), details: owner.typesOfMembers)
  }

  /// The methods whose first argument is SQL.
  private static let statementMethods: Set<String> = ["query", "execute", "from_sql"]

  private func statement(_ place: LuaPlace) -> Completion {
    let tables = (try? session.main.tables().map { ($0.name, $0.columns.map(\.name)) }) ?? []
    var completion = SQLCompletion(tables: tables).complete(place.typed)
    completion.replacementStart += place.start
    return completion
  }

  private func files(_ place: LuaPlace) -> Completion {
    var completion = FileCompletion.complete(place.typed)
    completion.replacementStart += place.start
    return completion
  }

  private static let entityWords: Set<String> = [
    "belongs_to", "has_many", "has_one", "many_to_many", "embedded", "list_of", "map_of", "entity",
  ]

  /// What a string is for a method.
  private enum Role {
    case field, relation, predicate, test

    /// Whether a character is part of what is completed.
    func belongs(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_" || character == "."
    }
  }

  private static func role(of method: String, _ argument: Int) -> Role? {
    switch method {
    case "where", "or_where", "where_not": argument == 0 ? .predicate : argument == 1 ? .test : nil
    case "with": .relation
    case "aggregate", "annotate", "sorted_by", "then_by", "select", "pluck", "values", "sum", "avg", "min", "max",
      "group_by",
      "sectioned_by",
      "observe", "toggle", "validate", "map", "flat_map", "sorted":
      .field
    default: nil
    }
  }
}

/// The candidates that go on from what is typed; with other capitals only where none goes on as it is, and with letters
/// left out only where none does so either.
func matching(_ typed: String, _ candidates: [String]) -> [String] {
  let exact = candidates.filter { $0.hasPrefix(typed) }
  if !exact.isEmpty { return exact }
  let folded = typed.lowercased()
  let close = candidates.filter { $0.lowercased().hasPrefix(folded) }
  guard close.isEmpty, folded.utf8.count > 1 else { return close }
  return candidates.filter { $0.lowercased().holdsInOrder(folded) }
}

extension String {
  /// Whether the letters of a text are in this one, in their order, the first of them in front.
  ///
  ///     "where".holdsInOrder("wre")   // true
  func holdsInOrder(_ letters: String) -> Bool {
    guard utf8.first == letters.utf8.first else { return false }
    var rest = letters.utf8[...]
    for byte in utf8 where byte == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}

extension Entity {
  /// For each member what it holds, to be shown beside its name.
  fileprivate var typesOfMembers: [String: String] {
    var types: [String: String] = [:]
    for field in fields { types[field.name] = field.type.name }
    for relation in relations { types[relation.name] = "\(relation.kind.rawValue) \(relation.target)" }
    return types
  }
}
