import ArgumentParser
import Interchange
import Shell

/// The options of the program.
///
/// DATABASE, SCRIPT and its arguments were taken out before (`CommandLineSplit`).
struct Options: ParsableArguments {
  static let usage = "moonshell [OPTIONS] [DATABASE] [SCRIPT [ARG...]]"

  @Option(
    name: [.customShort("e"), .customLong("execute")],
    help: ArgumentHelp("Run a chunk of Lua; may be given several times.", valueName: "CHUNK"))
  var execute: [String] = []

  @Flag(name: [.short, .long], help: "A prompt after the script.")
  var interactive = false

  @Option(help: ArgumentHelp("Run this file first, in place of ~/.config/moonshell/init.lua.", valueName: "FILE"))
  var `init`: String?

  @Flag(help: "Run no file first.")
  var noInit = false

  @Option(
    help: ArgumentHelp("The format of results: \(Format.all.map(\.name).joined(separator: ", ")).", valueName: "MODE"))
  var mode: String?

  @Flag(help: "Print every SQL statement to standard error.")
  var echo = false

  @Flag(help: "Open the database for reading only.")
  var readOnly = false

  @Option(help: ArgumentHelp("The memory that Lua may use, such as 64M.", valueName: "SIZE"), transform: Options.size)
  var memoryLimit: Int?

  @Option(
    help: ArgumentHelp("The time that a script or an entry may take.", valueName: "SECONDS"), transform: Options.seconds
  )
  var timeLimit: Double?

  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "WHEN"), transform: Options.color)
  var color: ColorChoice = .auto

  @Flag(help: "No banner.")
  var quiet = false

  @Flag(help: "Print the version.")
  var version = false

  func validate() throws {
    if let mode, Format.named(mode) == nil {
      let nearest = Format.nearest(to: mode).first.map { " Did you mean '\($0)'?" } ?? ""
      throw ValidationError("there is no mode '\(mode)'.\(nearest)")
    }
  }

  /// `64M` → 67108864; K, M and G are powers of 1024.
  private static func size(_ text: String) throws -> Int {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = text.uppercased().last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0 else {
      throw ValidationError("a size is a number with K, M or G behind it, such as 64M, not '\(text)'")
    }
    let (size, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflows else { throw ValidationError("the size '\(text)' is too large") }
    return size
  }

  private static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), seconds > 0, seconds.isFinite else {
      throw ValidationError("a time limit is a number of seconds above 0, not '\(text)'")
    }
    return seconds
  }

  private static func color(_ text: String) throws -> ColorChoice {
    guard let choice = ColorChoice(rawValue: text) else {
      throw ValidationError("colours are auto, always or never, not '\(text)'")
    }
    return choice
  }
}
