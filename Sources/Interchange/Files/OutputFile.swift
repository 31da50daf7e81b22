import Encodings
import Platform

/// A file that is written whole or not at all.
///
///     let file = try OutputFile("players.json")
///     let sink = TextSink { file.write($0) }
///     …
///     sink.flush()
///     try file.finish()
///
/// What is written goes into a file without a name, which gets its name at the end, when it is on the disk; until then,
/// and whatever happens, the old file stays. It keeps its permissions, and a link keeps leading to it. What is no
/// plain file (a pipe, a terminal) is written to directly, and so is what the program has open: `/dev/stdout`.
package final class OutputFile {
  private let path: String
  private let place: Place
  private var descriptor: Int32
  /// The first thing that went wrong; from then on nothing is written.
  private var failure: InterchangeError?

  /// Where the text goes.
  private enum Place {
    case direct
    case draft(DraftFile)
  }

  package init(_ path: String) throws(InterchangeError) {
    self.path = path
    let target = try OutputTarget(path)
    switch target {
    case .open, .special:
      place = .direct
      descriptor = target.openDirectly(path)
    case .plain(let file, let permissions):
      let draft = DraftFile(for: file, permissions: permissions)
      place = .draft(draft)
      descriptor = draft.descriptor
    }
    if descriptor < 0 { throw InterchangeError(.file(.write, path: path, code: errno)) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if case .draft(let draft) = place { draft.discard() }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil, var start = bytes.baseAddress else { return }
    var rest = bytes.count
    while rest > 0 {
      let count = Platform.write(descriptor, start, rest)
      if count >= 0 {
        start += count
        rest -= count
      } else if errno != EINTR {
        failure = InterchangeError(.file(.write, path: path, code: errno))
        return
      }
    }
  }

  /// Refuses to go on once something could not be written.
  package func check() throws(InterchangeError) {
    if let failure { throw failure }
  }

  /// Gives the file its name.
  ///
  /// - Throws: when something could not be written; then the old file is as it was.
  package func finish() throws(InterchangeError) {
    try check()
    guard case .draft(let draft) = place else { return }
    if !draft.takeName() { throw InterchangeError(.file(.write, path: path, code: errno)) }
    close(descriptor)
    descriptor = -1
  }
}
