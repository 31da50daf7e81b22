import LuaRuntime
import Model
import Platform
import Scripting

/// Runs files of tests and says what came of each case, as TAP.
///
///     TAP version 13
///     ok 1 - tests/player.lua: adults play
///     not ok 2 - tests/player.lua: a name is required
///       ---
///       message: expected 2, got 1
///       at: tests/player.lua:12
///       ...
///     1..2
package final class TestRun {
  private let output: Output
  private let makeRunner: () throws -> Runner
  private var count = 0
  package private(set) var failures = 0
  package private(set) var isInterrupted = false

  /// - Parameter makeRunner: makes what runs a file: each has a session of its own.
  package init(output: Output = Output(), makeRunner: @escaping () throws -> Runner) {
    self.output = output
    self.makeRunner = makeRunner
  }

  /// Whether a case was found.
  package var hasCases: Bool { count > 0 }

  /// Runs the files, one after another.
  package func run(_ files: [String]) throws {
    output.result("TAP version 13\n")
    for file in files where !isInterrupted { try run(file) }
    output.result("1..\(count)\n")
    output.flush()
  }

  private func run(_ file: String) throws {
    let runner = try makeRunner()
    defer { runner.session.close() }
    let cases = runner.session.testCases
    cases.isTestFile = true
    do {
      let script = try Script(path: file)
      try runner.loadTests(script)
    } catch {
      return note(file, error, runner)
    }
    for test in cases.all where !isInterrupted {
      do {
        try runner.session.runTest(test, timeLimit: runner.settings.timeLimit) {
          if Signals.isInterrupted { runner.session.lua.interrupt() }
          try runner.session.lua.checkInterruption()
        }
        note("\(file): \(test.name)", nil, runner)
      } catch {
        note("\(file): \(test.name)", error, runner)
      }
    }
  }

  private func note(_ name: String, _ error: (any Error)?, _ runner: Runner) {
    count += 1
    // What a case printed comes before what is said of it.
    runner.output.flush()
    // A number sign would begin a directive.
    let name = escapingControls(name).replacing("#", with: "\\#")
    guard let error else { return output.result("ok \(count) - \(name)\n") }
    failures += 1
    isInterrupted = (error as? LuaError)?.kind == .interrupted
    let report = ErrorReport(error, session: runner.session, sources: runner.sources)
    output.result("not ok \(count) - \(name)\n  ---\n  message: |\n")
    for line in report.message.split(separator: "\n", omittingEmptySubsequences: false) {
      output.result("    " + escapingControls(String(line)) + "\n")
    }
    if let place = report.place { output.result("  at: \(escapingControls(place.source)):\(place.line)\n") }
    output.result("  ...\n")
    output.flush()
  }
}

extension Runner {
  /// Runs a file of tests, which says its cases.
  func loadTests(_ script: Script) throws {
    sources.remember(String(decoding: script.source, as: UTF8.self), as: script.name)
    lookBeside(script, isTest: true)
    let function = try session.lua.load(script.source, name: script.chunkName)
    _ = try enter { try function.call() }
  }
}
