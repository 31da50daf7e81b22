/// One option of the program: what it is called, what help says of it, and what it sets.
///
/// Help, the manual page, the completions of shells and the reading of the command line are made of the list `all`.
struct ProgramOption: Sendable {
  let long: String
  var short: Character?
  /// What its value is called; nil for a switch.
  var value: String?
  /// The values that there are; empty where anything may be one.
  var choices: @Sendable () -> [String] = { [] }
  /// Whether the value is the name of a file.
  var takesFile = false
  /// Whether help leaves it out.
  var isHidden = false
  let summary: String
  private let set: @Sendable (inout RunOptions, String) throws(UsageError) -> Void

  /// An option with a value, such as `--mode csv`.
  init(
    _ long: String, short: Character? = nil, value: String, choices: @escaping @Sendable () -> [String] = { [] },
    takesFile: Bool = false, isHidden: Bool = false, _ summary: String,
    set: @escaping @Sendable (inout RunOptions, String) throws(UsageError) -> Void
  ) {
    self.long = long
    self.short = short
    self.value = value
    self.choices = choices
    self.takesFile = takesFile
    self.isHidden = isHidden
    self.summary = summary
    self.set = set
  }

  /// A switch, such as `--quiet`.
  init(
    switch long: String, short: Character? = nil, _ summary: String, set: @escaping @Sendable (inout RunOptions) -> Void
  ) {
    self.long = long
    self.short = short
    self.summary = summary
    self.set = { (options, _) throws(UsageError) in set(&options) }
  }

  /// Sets what the option says; the value of a switch does not count.
  func apply(_ value: String, to options: inout RunOptions) throws(UsageError) {
    try set(&options, value)
  }

  /// The summary and the values that there are, such as `The format of results: box, table, …`.
  var details: String {
    let choices = choices()
    return choices.isEmpty ? summary : "\(summary.dropLast()): \(choices.joined(separator: ", "))."
  }

  /// The options that help tells of.
  static let shown = all.filter { !$0.isHidden }
}
