/// How a character of an entry looks.
package enum Attribute: UInt8, Sendable {
  case plain, prompt, continuation, keyword, constant, string, number, comment, command, match, mistake, ghost

  /// The parameters of the escape sequence `ESC [ … m`.
  var parameters: String {
    switch self {
    case .plain: "0"
    case .prompt: "0;1;36"
    case .continuation, .comment, .ghost: "0;2"
    case .keyword: "0;1"
    case .constant, .command: "0;36"
    case .string: "0;32"
    case .number: "0;35"
    case .match: "0;1;7"
    case .mistake: "0;1;31"
    }
  }

  /// The letter that stands for it in tests.
  package var letter: Character { Array(".>:kcsn-d#!g")[Int(rawValue)] }
}
