import ArgumentParser
import Glibc
import Scripting
import Shell

/// The program: reads the command line, opens the database, runs what is asked for, exits with what came of it.
@main
enum Moonshell {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    exit(with: run(CommandLineSplit(words, isScript: isScript)))
  }

  /// How the program ends.
  enum Ending: Equatable {
    case code(Int32)
    case interrupted
  }

  private static func run(_ split: CommandLineSplit) -> Ending {
    do {
      let options = try Options.parse(split.options)
      return Application(options: options, database: split.database, script: split.script, arguments: split.arguments)
        .run()
    } catch {
      return report(error)
    }
  }

  /// Help and the version go to standard output, mistakes to standard error.
  private static func report(_ error: any Error) -> Ending {
    let output = Output()
    let text = Options.fullMessage(for: error)
    if Options.exitCode(for: error) == .success {
      output.result(text + "\n")
      return .code(0)
    }
    output.message("moonshell: " + text.replacing("Error: ", with: "") + "\n")
    return .code(2)
  }

  private static func exit(with ending: Ending) -> Never {
    Output().flush()
    switch ending {
    case .code(let code): Glibc.exit(code)
    case .interrupted: Signals.die(of: SIGINT)
    }
  }

  /// Whether a first argument is a script rather than a database.
  private static func isScript(_ path: String) -> Bool {
    if path == "-" || path.hasSuffix(".lua") { return true }
    guard let file = fopen(path, "re") else { return false }
    defer { fclose(file) }
    return fgetc(file) == 35 && fgetc(file) == 33  // #!
  }
}
