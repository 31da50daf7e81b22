/// What is made of the lists of options, commands and words, for those who make packages.
///
///     moonshell --generate man > moonshell.1
struct Manual: Sendable {
  let name: String
  let text: @Sendable () -> String

  static let all: [Manual] = [
    Manual(name: "man", text: manualPage), Manual(name: "bash", text: bashCompletion),
    Manual(name: "zsh", text: zshCompletion), Manual(name: "fish", text: fishCompletion),
  ]

  static func named(_ name: String) -> Manual? { all.first { $0.name == name } }
}
