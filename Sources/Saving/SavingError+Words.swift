import LuaRuntime
import Model
import Schema

extension SavingError {
  package var kind: ScriptError.Kind {
    switch self {
    case .batchIsOver, .columnIsGone, .keyIsNull, .refersToNoTable, .draftCannotBeDeleted, .deletedWithinItsDeletion,
      .savedWithinItsSave, .deletedAlready, .draftWasDiscarded,
      .lentCannotBeDeleted, .wasDeleted, .lentHasNoDraft, .noDraft, .parentNotSaved, .belongsToItself, .partnerNeedsIt,
      .isAbstract, .madeBeforeSharing, .isView, .originWasSaved, .deletedCannotBeSaved, .discardedCannotBeSaved,
      .lentCannotBeSaved, .isMadeByDatabase:
      .state
    case .noBatch, .noObject:
      .argument
    case .isRequired, .ruleBroken:
      .validation
    case .exists, .existsBeside, .existsAsAnother:
      .conflict
    case .targetIsMissing, .keyCannotChange, .stillReferred, .keyOfAnotherKind, .checkBroken,
      .doesNotFit, .valueNotTaken, .textNotTaken, .refersToNoRow, .noPart, .excluded:
      .constraint
    case .rowIsGone:
      .notFound
    }
  }

  package var message: String {
    switch self {
    case .batchIsOver:
      return "this batch is over: use it inside of db:batch(function(batch) … end)"
    case .noBatch(let found):
      return "a batch was expected, not \(found). Write ':' before the method"
    case .isRequired(let entity, let field):
      return "\(entity): \(field): is required"
    case .columnIsGone(let entity, let field):
      return "\(entity): \(field): is no longer in the database: reload() the object, or get it anew"
    case .keyIsNull(let entity, let table):
      return "\(entity): the key of this row is NULL, by which it cannot be found: give the rows of '\(table)'"
        + " keys with a statement of SQL"
    case .refersToNoTable(let entity, let columns, let table):
      let columns = columns.joined(separator: ", ")
      return "\(entity): its foreign key (\(columns)) refers to the table '\(table)', which is not there: make that"
        + " table, or migrate without the key"
    case .exists(let entity, let fields, let values, let key):
      return "\(entity): \(fields): \(values) exists already\(key.map { " (\($0))" } ?? "")"
    case .existsBeside(let entity, let fields, let values, let others):
      return "\(entity): \(fields): \(values) exists already beside the same \(others)"
    case .targetIsMissing(let entity, let relation, let target, let values):
      return "\(entity): \(relation): there is no \(target) " + values.joined(separator: ", ")
    case .keyCannotChange(let entity, let key, let field, let users):
      return "\(entity)\(key.map { " " + $0 } ?? ""): \(field): cannot change: rows of"
        + " \(users.joined(separator: " or ")) still refer to it"
    case .noObject(let found):
      return "an object of an entity was expected, not \(found)"
    case .draftCannotBeDeleted:
      return "a draft cannot be deleted: discard() it, or delete what it was made of"
    case .deletedWithinItsDeletion(let entity):
      return "this \(entity) is being deleted already: its own before_delete or after_delete cannot delete it"
    case .savedWithinItsSave(let entity):
      return "this \(entity) is being saved already: its own hooks cannot save it, and before_save may change it"
    case .ruleBroken(let entity, let rule):
      return "\(entity): \(rule) does not hold"
    case .checkBroken(let entity, let field, let value, let check):
      let subject = "\(field.map { "\($0): " } ?? "")\(value ?? "a value")"
      return "\(entity): \(subject) breaks a rule of the table: CHECK (\(check))"
    case .valueNotTaken(let entity, let reason):
      return "\(entity): the database does not take a value: \(reason)"
    case .textNotTaken(let entity, let field, let reason):
      return "\(entity): \(field): \(reason)"
    case .refersToNoRow(let entity, let fields, let values, let key):
      return "\(entity): \(fields): there is no row with \(values) that the key '\(key)' of the table could refer to"
    case .noPart(let entity, let fields, let values):
      return "\(entity): \(fields): no partition of the table takes \(values): make one for it first"
    case .excluded(let entity, let fields, let values, let rule):
      return "\(entity): \(fields): the rule '\(rule)' of the table lets \(values) not stand beside a row that is there"
    case .doesNotFit(let entity, let field, let value, let type):
      return "\(entity): \(field): \(value) does not fit into its column, whose type is \(type)"
    case .deletedAlready(let entity):
      return "this \(entity) was deleted already"
    case .draftWasDiscarded:
      return "this draft was discarded"
    case .lentCannotBeDeleted:
      return "a row that a function tests cannot be deleted: fetch() the rows first"
    case .stillReferred(let entity, let key, let users):
      return "\(entity) \(key) cannot be deleted: rows of \(users.joined(separator: " or ")) still refer to it"
    case .wasDeleted(let entity):
      return "this \(entity) was deleted"
    case .lentHasNoDraft:
      return "a row that a function tests cannot have a draft: fetch() the rows first"
    case .noDraft(let entity):
      return "this \(entity) is no draft: p:reload() drops changes that were not saved"
    case .parentNotSaved(let relation, let entity, let isNew):
      let reason =
        isNew ? "is not saved yet: what belongs to it comes after it" : "was deleted: set another, or nil"
      return "\(relation): this \(entity) \(reason)"
    case .belongsToItself(let entity):
      return "this new \(entity) belongs to itself, over its relations: save it without one of them, then set that one"
    case .partnerNeedsIt(let entity, let relation, let target, let inverse):
      return "\(entity).\(relation): the present \(target) cannot be without '\(inverse)', which is required: delete"
        + " it, or give it to another \(entity) first"
    case .isAbstract(let entity, let kinds):
      let advice =
        kinds.isEmpty
        ? "it has no table to be saved in" : "save \(kinds.map { withArticle($0) }.joined(separator: " or "))"
      return "\(entity) is abstract: \(advice)"
    case .madeBeforeSharing(let entity):
      return "this \(entity) was made before others shared the table of \(entity): make it anew"
    case .isView(let entity):
      return "\(entity) is a view: it cannot be written"
    case .keyOfAnotherKind(let entity, let relation, let key, let kind, let target):
      return "\(entity): \(relation): \(key) is the key of a \(kind), not of a \(target)"
    case .existsAsAnother(let entity, let fields, let values, _, _):
      return "\(entity): \(fields): \(values) exists already in the table, but not as \(withArticle(entity))"
    case .originWasSaved:
      return "what this draft was made of was saved meanwhile: discard() it, and make a draft of what is saved"
    case .deletedCannotBeSaved(let entity):
      return "this \(entity) was deleted: it cannot be saved"
    case .discardedCannotBeSaved:
      return "this draft was discarded: it cannot be saved"
    case .lentCannotBeSaved:
      return "a row that a function tests cannot be saved: fetch() the rows first"
    case .rowIsGone(let entity, let key):
      return "\(entity) \(key) is no longer in the database"
    case .isMadeByDatabase(let entity, let field):
      return "\(entity): \(field): is made by the database alone (GENERATED ALWAYS), and stays what it is: make a new"
        + " \(entity) with the other value"
    }
  }

  package var details: [(name: String, value: LuaValue)] {
    switch self {
    case .targetIsMissing(let entity, let relation, _, _): .naming(entity: entity, field: relation)
    case .stillReferred(let entity, _, _): .naming(entity: entity)
    case .ruleBroken(let entity, _): .naming(entity: entity)
    case .checkBroken(let entity, nil, _, _): .naming(entity: entity)
    case .keyOfAnotherKind(let entity, let relation, _, _, _): .naming(entity: entity, field: relation)
    case .existsAsAnother(_, _, _, let owner, let field): .naming(entity: owner, field: field)
    default: []
    }
  }
}
