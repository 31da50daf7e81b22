import Platform
import Scripting
import Shell

/// The program: reads the command line, opens the database, runs what is asked for, exits with what came of it.
@main
enum Moonshell {
  static func main() {
    StandardStream.fillGaps()
    exit(with: run(Array(CommandLine.arguments.dropFirst())))
  }

  /// How the program ends.
  enum Ending: Equatable {
    case code(Int32)
    case interrupted
  }

  private static func run(_ words: [String]) -> Ending {
    do {
      return Application(try CommandLineReader(words, isScript: isScript)).run()
    } catch {
      Output().message(error.text)
      return .code(2)
    }
  }

  private static func exit(with ending: Ending) -> Never {
    let isWritten = Output().flush()
    switch ending {
    case .code(0) where !isWritten:
      Output().message("moonshell: cannot write to standard output\n")
      Platform.exit(1)
    case .code(let code): Platform.exit(code)
    case .interrupted: Signals.die(of: SIGINT)
    }
  }

  /// Whether a first argument is a script rather than a database.
  private static func isScript(_ path: String) -> Bool {
    if path == "-" || path.hasSuffix(".lua") { return true }
    // Looking into a pipe would take from it.
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = fopen(path, "re") else {
      return false
    }
    defer { fclose(file) }
    return fgetc(file) == 35 && fgetc(file) == 33  // #!
  }
}
