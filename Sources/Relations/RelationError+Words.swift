import LuaRuntime
import Model
import Schema

extension RelationError {
  package var kind: ScriptError.Kind {
    switch self {
    case .linkedRowIsGone: .constraint
    case .cannotLeave, .noOrder, .ownerIsNotSaved, .createOnUnsaved, .createOnDraft: .state
    default: .argument
    }
  }

  package var message: String {
    switch self {
    case .secondKey(let value, let key):
      "get takes one key: \(value) is one too many. For several rows say where { \(key) = { … } }"
    case .notAFieldName(let entity, let value):
      "\(entity): a field has a name, not \(value)"
    case .linkedRowIsGone(let relation, let owner, _):
      "\(relation): this \(owner), or what is to be linked with it, is no longer in the database"
    case .cannotLeave(let relation, let target, let inverse, let owner):
      "\(relation): \(withArticle(target)) cannot be without '\(inverse)', which is required: delete it, or add"
        + " it to another \(owner)"
    case .noOrder(let word, let relation, let kind, let target):
      "\(word): \(relation) has no order of its own. Say so in its definition: \(kind)(\"\(target)\", { ordered ="
        + " true })"
    case .noPlace(let word, let relation, let place, let last):
      "\(word): \(relation) has no place \(place): \(extent(last))"
    case .notAMember(let relation, let target, let value):
      "\(relation): \(withArticle(target)) was expected, not \(value)"
    case .ownerIsNotSaved(let entity, let relation, let word, let known):
      "this \(entity) is not saved: "
        + (word.map { "\(relation) has no \($0) until then, but " + known.joined(separator: ", ") }
          ?? "it has no \(relation) yet")
    case .createOnUnsaved(let entity, let relation):
      "this \(entity) is not saved: say \(relation):add { … }, and it is saved with the \(entity)"
    case .createOnDraft(let entity, let relation):
      "this is a draft of \(entity), which holds changes back: say \(relation):add { … }, and it is saved with the draft"
    case .createWithoutTable(let relation, let value):
      "create: \(relation) makes an object of a table: create { name = … }, not of \(value)"
    case .listWithNames(let relation, let name):
      "\(relation): a list of objects has no names such as '\(name)': a table with names alone is one new object"
    case .treeWithoutName(let word, let value):
      "\(word) takes the name of a relation, as in p:\(word) \"\(word == "ancestors" ? "boss" : "reports")\", not \(value)"
    case .noTree(let word, let entity, let name, let candidates):
      "\(word): \(entity) has no relation '\(name)'." + known(candidates, for: name, of: entity)
    case .treeOfOthers(let word, let entity, let relation, let target):
      "\(word): \(entity).\(relation) leads to \(target): a tree needs a relation of \(entity) to itself"
    case .otherTree(let word, let entity, let relation, let isToMany):
      "\(word): \(entity).\(relation) leads to \(isToMany ? "many rows: say descendants" : "one row: say ancestors")"
        + " \"\(relation)\""
    }
  }

  package var details: [(name: String, value: LuaValue)] {
    switch self {
    case .linkedRowIsGone(_, let owner, let field):
      [("entity", .string(LuaString(owner))), ("field", .string(LuaString(field)))]
    default: []
    }
  }
}

private func extent(_ last: Int) -> String {
  last == 0 ? "it is empty" : "there are the places 1 to \(last)"
}

private func known(_ relations: [String], for name: String, of entity: String) -> String {
  let near = suggestion(for: name, in: relations)
  if !near.isEmpty { return near }
  guard !relations.isEmpty else { return " None leads from \(entity) to \(entity)" }
  return " From \(entity) to \(entity) lead: \(relations.joined(separator: ", "))"
}
