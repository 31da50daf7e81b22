import Manual
import Scripting

/// What is made of the lists of options, commands and words, for those who make packages.
///
///     moonshell --generate man > moonshell.1
///     moonshell --generate manual DIR
struct Generated: Sendable {
  enum Result: Sendable {
    case text(@Sendable () -> String)
    /// Files in a folder that is named behind it.
    case folder(@Sendable () throws -> [(name: String, text: String)])
  }

  let name: String
  let result: Result

  static let all: [Generated] = [
    Generated(name: "man", result: .text(manualPage)), Generated(name: "bash", result: .text(bashCompletion)),
    Generated(name: "zsh", result: .text(zshCompletion)), Generated(name: "fish", result: .text(fishCompletion)),
    Generated(name: "luals", result: .text { LanguageTypes.text }),
    Generated(name: "manual", result: .folder(manual)),
  ]

  static func named(_ name: String) -> Generated? { all.first { $0.name == name } }
}
