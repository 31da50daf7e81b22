import Encodings
import Glibc

/// A file that is written whole or not at all.
///
///     let file = try OutputFile("players.json")
///     let sink = TextSink { file.write($0) }
///     …
///     sink.flush()
///     try file.finish()
///
/// What is written goes into a file beside it, which takes its name at the end, when it is on the disk; until then,
/// and whatever happens, the old file stays. It keeps its permissions, and a link keeps leading to it. What is no
/// plain file (a pipe, a terminal) is written to directly.
package final class OutputFile {
  private let path: String
  /// Where the text goes until the end; nil where it goes directly.
  private let temporary: String?
  private let target: String
  private var descriptor: Int32
  /// The first thing that went wrong; from then on nothing is written.
  private var failure: InterchangeError?

  package init(_ path: String) throws(InterchangeError) {
    self.path = path
    var status = stat()
    let exists = stat(path, &status) == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw InterchangeError(.isDirectory(path: path)) }
    if exists, kind != S_IFREG {
      (temporary, target) = (nil, path)
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw InterchangeError(.file(action: "written", path: path, code: errno)) }
      return
    }
    if exists, access(path, W_OK) != 0 {
      throw InterchangeError(.file(action: "written", path: path, code: errno))
    }
    target = exists ? Self.resolved(path) : path
    let (descriptor, temporary) = try Self.makeTemporary(beside: target, shown: path)
    (self.descriptor, self.temporary) = (descriptor, temporary)
    fchmod(descriptor, exists ? status.st_mode & 0o7777 : 0o666 & ~Self.mask())
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) {
    guard failure == nil, var start = bytes.baseAddress else { return }
    var rest = bytes.count
    while rest > 0 {
      let count = Glibc.write(descriptor, start, rest)
      if count >= 0 {
        start += count
        rest -= count
      } else if errno != EINTR {
        failure = InterchangeError(.file(action: "written", path: path, code: errno))
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
    guard let temporary else { return }
    if fsync(descriptor) != 0, errno != EINVAL {
      throw InterchangeError(.file(action: "written", path: path, code: errno))
    }
    if rename(temporary, target) != 0 { throw InterchangeError(.file(action: "written", path: path, code: errno)) }
    close(descriptor)
    descriptor = -1
    Self.syncFolder(of: target)
  }

  // MARK: The file beside it

  private static func makeTemporary(beside target: String, shown: String) throws(InterchangeError) -> (Int32, String) {
    var name = Array((target + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    if descriptor < 0 { throw InterchangeError(.file(action: "written", path: shown, code: errno)) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return (descriptor, String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// The file that a path leads to over links.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The rights that new files do not get; there is no way to ask for them without setting them.
  private static func mask() -> mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  /// Puts the new name on the disk, too.
  private static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
