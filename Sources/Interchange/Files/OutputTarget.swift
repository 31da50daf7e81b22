import Encodings
import Platform

/// What a path leads to, which decides how it is written.
///
/// ```swift
/// try OutputTarget("players.csv")   // .plain("players.csv", permissions: 0o644)
/// try OutputTarget("/dev/stdout")   // .open(1)
/// try OutputTarget("/dev/null")     // .special
/// ```
package enum OutputTarget: Equatable {
  /// What the program has open, by its number, under a name such as `/dev/fd/3`.
  case open(Int32)
  /// A pipe, a device, a socket.
  case special
  /// A file that is there or will be, and the permissions that it has or gets.
  case plain(String, permissions: mode_t)

  /// - Throws: when the path leads to a folder, or to a file that may not be written.
  package init(_ path: String) throws(InterchangeError) {
    if let target = Self.openFile(behind: path) {
      self = target
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .plain(Self.end(of: path), permissions: 0o666 & ~Self.mask())
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw InterchangeError(.isDirectory(path: path))
    case S_IFREG:
      if access(path, W_OK) != 0 { throw InterchangeError(.file(.write, path: path, code: errno)) }
      self = .plain(Self.resolved(path) ?? path, permissions: status.st_mode & 0o7777)
    default: self = .special
    }
  }

  /// A descriptor to write to what is no plain file; negative where that fails, and `errno` says why.
  package func openDirectly(_ path: String) -> Int32 {
    // It shares its position and its mode with what the program has: what is appended to is appended to.
    guard case .open(let number) = self else { return Platform.open(path, O_WRONLY | O_APPEND | O_CLOEXEC) }
    // What was written before comes before.
    fflush(nil)
    return fcntl(number, F_DUPFD_CLOEXEC, 0)
  }

  /// What `/dev/stdout`, `/dev/fd/N` or `/proc/self/fd/N` stands for, or a link to such a name.
  ///
  /// The system resolves such a name to the file itself, and the way that the program has to it would be lost.
  private static func openFile(behind path: String) -> OutputTarget? {
    var name = path
    // As many links as the system follows.
    for _ in 0..<40 {
      if let target = openFile(named: name) { return target }
      guard let next = link(name) else { return nil }
      name = next.hasPrefix("/") ? next : folder(of: name) + next
    }
    return nil
  }

  private static func openFile(named name: String) -> OutputTarget? {
    // "/dev/fd" is a link itself, and "self" too.
    guard let slash = name.lastIndex(of: "/"), let number = Int32(name[name.index(after: slash)...]), number >= 0,
      let folder = resolved(String(name[...slash])), folder.hasPrefix("/proc/"), folder.hasSuffix("/fd")
    else { return nil }
    return folder.hasPrefix("/proc/\(getpid())/") ? .open(number) : .special
  }

  /// The name of a file that is not there yet: where a link leads to nothing, what it says.
  private static func end(of path: String) -> String {
    var name = path
    for _ in 0..<40 {
      guard let next = link(name) else { return name }
      name = next.hasPrefix("/") ? next : folder(of: name) + next
    }
    return name
  }

  // MARK: Names

  /// What a link says, or nil where the name is no link.
  private static func link(_ name: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(name, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The rights that new files do not get; there is no way to ask for them without setting them.
  private static func mask() -> mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }
}
