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
  private static let withValue = Set(
    ["-e", "--generate"] + ProgramOption.all.filter { $0.value != nil }.map { "--" + $0.long })
  private static let short: Set<String> = Set(ProgramOption.all.compactMap(\.short).map { "-\($0)" })

  init(_ words: [String], isScript: (String) -> Bool) throws(UsageError) {
    var index = 0
    var onlyNames = false
    while index < words.count {
      let word = words[index]
      index += 1
      if !onlyNames, word == "--" {
        onlyNames = true
      } else if !onlyNames, word.hasPrefix("-"), word != "-" {
        let value = Self.withValue.contains(word) && index < words.count ? words[index] : nil
        if value != nil { index += 1 }
        try take(option: word, value: value)
      } else if database == nil, !isScript(word) {
        database = word
      } else {
        script = word
        arguments = Array(words[index...])
        return
      }
    }
  }

  private mutating func take(option: String, value: String?) throws(UsageError) {
    // Letters are not clustered: `-echo` is a misspelt `--echo`, and not `-e cho`.
    guard option.hasPrefix("--") || Self.short.contains(option) else {
      throw UsageError("unknown option '\(option)'." + Self.suggestion(for: "-" + option))
    }
    guard let value else { return options.append(option) }
    let long = option == "-e" ? "--execute" : option
    // Joined, so that a value that begins with a hyphen stays a value; but nothing behind '=' would be no value.
    options += value.isEmpty ? [long, value] : ["\(long)=\(value)"]
  }

  private static func suggestion(for option: String) -> String {
    let long = ProgramOption.all.map { "--" + $0.long }
    return long.contains(option) ? " Did you mean '\(option)'?" : ""
  }
}
