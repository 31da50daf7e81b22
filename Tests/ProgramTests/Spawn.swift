import Glibc

/// What a new process has as its standard streams.
enum Streams {
  /// Input, output, errors.
  case files([Int32])
  /// The terminal of that name; the process leads a session of its own in it.
  case terminal([CChar])
}

/// Starts a program with nothing but what is given here; its signals are as a shell would give them.
///
/// Test threads block signals, which a child would inherit; so they are given back. A terminal is opened by name after
/// the session begins: only then it becomes the controlling terminal, from which Ctrl-C comes.
func spawn(
  _ program: String, _ arguments: [String], environment: [String: String], _ streams: Streams
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  var attributes = posix_spawnattr_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
  switch streams {
  case .files(let files):
    for (stream, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(stream)) }
  case .terminal(let name):
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    flags |= 0x80  // POSIX_SPAWN_SETSID, which Glibc's module hides behind _GNU_SOURCE.
  }
  posix_spawnattr_setflags(&attributes, Int16(flags))
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)

  var process: pid_t = 0
  let code = withCStrings([program] + arguments) { arguments in
    withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
      posix_spawn(&process, program, &actions, &attributes, arguments, environment)
    }
  }
  guard code == 0 else { throw PseudoTerminal.Failure.system("posix_spawn \(program)", code) }
  return process
}

private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(pointers)
}
