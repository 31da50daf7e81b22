import Encodings
import Schema

extension DatabaseError {
  package var kind: ScriptError.Kind {
    switch self {
    case .optionsAreNoTable, .optionCannotBe, .noMethod, .cannotSet, .echoCannotBe:
      .argument
    case .closed:
      .state
    }
  }

  package var message: String {
    switch self {
    case .optionsAreNoTable(let found):
      "open: options are a table, not \(found)"
    case .optionCannotBe(let option, let found):
      ScriptDatabase.Options.names.contains(option)
        ? "open: option '\(option)' cannot be \(found)"
        : "open: unknown option \(quotedExcerpt(option))." + optionAdvice(for: option, in: ScriptDatabase.Options.names)
    case .closed:
      "the database is closed: open one with db:open(\"…\")"
    case .noMethod(let name, let known):
      "a database has no method '\(name)'." + suggestion(for: name, in: known)
    case .cannotSet(let name):
      "a database has only 'echo' to set, not '\(name)'"
    case .echoCannotBe(let found):
      "echo is true, false or a function of a statement's text and values, not \(found)"
    }
  }
}
