import Schema

/// The words of a command line, read from left to right: what follows SCRIPT belongs to it, whatever it looks like.
///
///     moonshell --quiet shop.db report.lua --all
///     // options.quiet    database: shop.db    script: report.lua    arguments: --all
struct CommandLineReader {
  private(set) var options = RunOptions()
  private(set) var database: String?
  private(set) var script: String?
  private(set) var arguments: [String] = []
  /// The words that are left.
  private var words: ArraySlice<String>

  init(_ words: [String], isScript: (String) -> Bool) throws(UsageError) {
    self.words = words[...]
    var mistake: UsageError?
    var onlyNames = false
    while let word = self.words.popFirst() {
      if !onlyNames, word == "--" {
        onlyNames = true
      } else if !onlyNames, word.hasPrefix("-"), word != "-" {
        do { try take(option: word) } catch { mistake = mistake ?? error }
      } else if database == nil, !isScript(word) {
        database = word
      } else {
        script = word
        arguments = Array(self.words)
        break
      }
    }
    if !options.sandbox, !(options.allowRead + options.allowWrite).isEmpty {
      let option = options.allowRead.isEmpty ? "--allow-write" : "--allow-read"
      mistake = mistake ?? .withoutSandbox(option)
    }
    // Who asks for help beside a mistake gets it.
    if let mistake, !options.help { throw mistake }
    try checkFolder()
  }

  /// What is written into a folder needs the name of one, and nothing more; the rest goes to standard output.
  private func checkFolder() throws(UsageError) {
    guard let generated = options.generate, !options.help, !options.version else { return }
    guard case .folder = generated.result else {
      if let database { throw .generatesText(generated.name, database) }
      return
    }
    guard database?.isEmpty == false else { throw .manualWithoutFolder }
    if let script { throw .manualTakesOneFolder(script) }
  }

  /// `-e CHUNK`, `-eCHUNK`, `-qe CHUNK`, `--mode csv` or `--mode=csv`; `-echo` is a misspelt `--echo`.
  private mutating func take(option word: String) throws(UsageError) {
    if let cluster = ShortOptions(word) {
      for name in cluster.switches { try take(name, value: nil) }
      return try take(cluster.last, value: cluster.value)
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard word.hasPrefix("--"), parts.count == 2 else { return try take(word, value: nil) }
    try take(String(parts[0]), value: String(parts[1]))
  }

  /// - Parameter value: what stood behind `=`.
  private mutating func take(_ name: String, value: String?) throws(UsageError) {
    guard let option = ProgramOption.all.first(where: { $0.isCalled(name) }) else {
      throw UsageError.unknownOption(name, advice: Self.suggestion(for: name))
    }
    guard let kind = option.value else {
      guard value == nil else { throw UsageError.takesNoValue(name) }
      return try option.apply("", to: &options)
    }
    // Nothing behind `=` is a slip, while an empty word of its own is meant.
    guard let given = value == nil ? words.popFirst() : value, value != "" else {
      throw UsageError.valueIsMissing(name, kind: kind)
    }
    try option.apply(given, to: &options)
  }

  private static func suggestion(for name: String) -> String {
    let long = ProgramOption.shown.map { "--" + $0.long }
    // What lacks a hyphen only is no misspelling for `suggestion`.
    return long.contains("-" + name) ? " Did you mean '-\(name)'?" : Schema.suggestion(for: name, in: long)
  }
}

/// A word of several short options, the last of which may have its value in it: `-qe`, `-e'1 + 1'`.
private struct ShortOptions {
  /// All but the last, such as `-q`.
  private(set) var switches: [String] = []
  let last: String
  /// What follows the last in the word; nil for nothing.
  let value: String?

  /// Nil for a word that is something else.
  init?(_ word: String) {
    guard word.hasPrefix("-"), !word.hasPrefix("--"), word.count > 2 else { return nil }
    if ProgramOption.all.contains(where: { $0.long == word.dropFirst() }) { return nil }
    var rest = word.dropFirst()
    while let letter = rest.popFirst() {
      guard let option = ProgramOption.all.first(where: { $0.short == letter }) else { return nil }
      if option.value == nil, !rest.isEmpty {
        switches.append("-\(letter)")
        continue
      }
      (last, value) = ("-\(letter)", rest.isEmpty ? nil : String(rest))
      return
    }
    return nil
  }
}

extension ProgramOption {
  fileprivate func isCalled(_ name: String) -> Bool {
    if name.hasPrefix("--") { return name.dropFirst(2) == long }
    guard let short else { return false }
    return name == "-\(short)"
  }
}
