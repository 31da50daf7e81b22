import Glibc

/// The program as another program runs it: arguments and a pipe in, two pipes and an exit status out.
///
/// ```swift
/// let run = try Program.run(["-e", "print(1 + 1)"])
/// #expect(run.output == "2\n" && run.errors == "" && run.exit == .exited(0))
/// ```
enum Program {
  static let path = ".build/debug/moonshell"

  struct Run: Equatable {
    var output: String
    var errors: String
    var exit: PseudoTerminal.Exit
  }

  /// Runs the program to its end; it is killed after a time that no test needs.
  ///
  /// - Parameters:
  ///   - environment: beside `PATH` and `HOME`, which is a directory that does not exist.
  ///   - signal: is sent once the program has written something.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], signal: Int32? = nil
  ) throws -> Run {
    var variables = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"]
    variables.merge(environment) { _, new in new }
    return try run(path, arguments, input, variables, signal)
  }

  /// Runs a line of a shell, in which `moonshell` is the program; it gives the worst status of a pipe.
  static func shell(_ line: String) throws -> Run {
    let command = "set -o pipefail; moonshell() { \(path) \"$@\"; }; \(line)"
    return try run("/bin/bash", ["-c", command], "", ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"], nil)
  }

  private static func run(
    _ program: String, _ arguments: [String], _ input: String, _ environment: [String: String], _ signal: Int32?
  ) throws -> Run {
    // Files and not pipes: a program that writes much never waits for a test that reads little.
    let files = try (0..<3).map { _ in try temporaryFile() }
    defer { for file in files { close(file) } }
    let bytes = Array(input.utf8)
    guard write(files[0], bytes, bytes.count) == bytes.count else {
      throw PseudoTerminal.Failure.system("write", errno)
    }
    lseek(files[0], 0, SEEK_SET)
    let process = try spawn(program, arguments, environment: environment, .files(files))
    let exit = try wait(for: process, signal: signal, output: files[1])
    return Run(output: contents(of: files[1]), errors: contents(of: files[2]), exit: exit)
  }

  private static func wait(for process: pid_t, signal: Int32?, output: Int32) throws -> PseudoTerminal.Exit {
    var isSignalled = signal == nil
    // Three minutes: other tests and other programs may need the machine meanwhile.
    for _ in 0..<18_000 {
      var status: Int32 = 0
      if waitpid(process, &status, WNOHANG) == process {
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
      }
      if let signal, !isSignalled, size(of: output) > 0 {
        usleep(50_000)  // From its words to its work.
        kill(process, signal)
        isSignalled = true
      }
      usleep(10_000)
    }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    throw PseudoTerminal.Failure.timeout(waitingFor: "the end of the program", screen: contents(of: output))
  }

  // MARK: Files

  private static func temporaryFile() throws -> Int32 {
    var name = Array("/tmp/moonshell-tests-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw PseudoTerminal.Failure.system("mkstemp", errno) }
    unlink(name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func contents(of file: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: size(of: file))
    let count = pread(file, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
