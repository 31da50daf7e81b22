import Model
import TestSupport

/// A row of a table of messages: a mistake, and what it must say of itself.
struct Words<Mistake: Worded>: Sendable {
  var mistake: Mistake
  var message: String
  var kind: ScriptError.Kind?
  var details: [String]

  init(_ mistake: Mistake, _ message: String, _ kind: ScriptError.Kind? = nil, _ details: [String] = []) {
    self.mistake = mistake
    self.message = message
    self.kind = kind
    self.details = details
  }

  init(_ mistake: Mistake, _ kind: ScriptError.Kind, _ message: String) {
    self.init(mistake, message, kind)
  }

  var caseName: String { TestSupport.caseName(of: mistake) }
}
