import Encodings
import LuaRuntime
import Model
import Schema

extension SampleError {
  package var kind: ScriptError.Kind {
    switch self {
    case .withoutCount, .optionsNotATable, .notAMember, .notASeed, .unknownMember: .argument
    case .noValue, .unmet: .validation
    case .noRows: .state
    case .tooFewValues: .conflict
    }
  }

  package var message: String {
    switch self {
    case .withoutCount(let value):
      "sample takes a number of objects: Player:sample(100, { seed = 1 }), not \(value)"
    case .optionsNotATable(let value):
      "sample takes its seed, and members that are given, in a table: Player:sample(100, { seed = 1, team = red }),"
        + " not \(value)"
    case .notAMember(let value):
      "sample: \(value) is no name: Player:sample(100, { seed = 1, team = red })"
    case .notASeed(let value):
      "sample: seed is an integer, not \(value)"
    case .unknownMember(let name, let entity, let candidates):
      "sample: \(quotedExcerpt(name)) is neither seed nor a member of \(entity)."
        + suggestion(for: name, in: candidates)
    case .noValue(let entity, let field, let tests):
      "\(entity):sample: \(field): whatever was tried \(tests.joined(separator: ", or ")). Give one:"
        + " \(entity):sample(…, { \(field) = … })"
    case .noRows(let entity, let relation, let target):
      "\(entity):sample: \(relation) is required, and there is no \(target) yet. Save one first, or give one:"
        + " \(entity):sample(…, { \(relation) = … })"
    case .unmet(let entity, let rules, let tries):
      "\(entity):sample: no object was found in \(tries) tries that satisfies all rules: "
        + rules.joined(separator: "; ")
    case .tooFewValues(let entity, let members, let made, let wanted):
      "\(entity):sample: \(members.joined(separator: " and ")) \(members.count == 1 ? "is" : "are together") unique,"
        + " and after \(made) of \(wanted) objects no other value was found"
    }
  }

  package var details: [(name: String, value: LuaValue)] {
    switch self {
    case .noValue(let entity, let field, _): .naming(entity: entity, field: field)
    case .noRows(let entity, let relation, _): .naming(entity: entity, field: relation)
    case .unmet(let entity, _, _): .naming(entity: entity)
    case .tooFewValues(let entity, let members, _, _): .naming(entity: entity, field: members.first)
    default: []
    }
  }
}
