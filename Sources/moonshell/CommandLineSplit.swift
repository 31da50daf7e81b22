/// The command line in its parts: what follows SCRIPT belongs to the script, whatever it looks like.
///
///     moonshell --quiet shop.db report.lua --all
///     // options: --quiet    database: shop.db    script: report.lua    arguments: --all
struct CommandLineSplit: Equatable {
  private(set) var options: [String] = []
  private(set) var database: String?
  private(set) var script: String?
  private(set) var arguments: [String] = []

  /// Options that take the word after them.
  private static let withValue: Set<String> = [
    "-e", "--execute", "--init", "--mode", "--memory-limit", "--time-limit", "--color",
  ]

  init(_ words: [String], isScript: (String) -> Bool) {
    var index = 0
    var onlyNames = false
    while index < words.count {
      let word = words[index]
      index += 1
      if !onlyNames, word == "--" {
        onlyNames = true
      } else if !onlyNames, word.hasPrefix("-"), word != "-" {
        options.append(word)
        if Self.withValue.contains(word), index < words.count {
          // Joined, so that a value that begins with a hyphen stays a value.
          let value = words[index]
          index += 1
          if word.hasPrefix("--") {
            options[options.count - 1] += "=" + value
          } else {
            options[options.count - 1] = "--execute=" + value
          }
        }
      } else if database == nil, !isScript(word) {
        database = word
      } else {
        script = word
        arguments = Array(words[index...])
        return
      }
    }
  }
}
