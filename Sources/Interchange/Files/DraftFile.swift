import Platform

/// A file that is being written and takes its name when it is whole.
///
/// Where the system can, it has no name until then, and vanishes with the program, however that ends. Elsewhere it
/// stands beside the file that it will be, under a name of its own.
struct DraftFile {
  /// Negative where there is none; `errno` says why.
  let descriptor: Int32
  private let target: String
  /// Its own name; nil where it has none.
  private let name: String?

  init(for target: String, permissions: mode_t) {
    self.target = target
    let nameless =
      namelessFileFlag.map { open(Self.folder(of: target), O_WRONLY | O_CLOEXEC | $0, 0o600 as mode_t) } ?? -1
    if nameless >= 0 {
      (descriptor, name) = (nameless, nil)
    } else {
      (descriptor, name) = Self.named(beside: target)
    }
    if descriptor >= 0 { fchmod(descriptor, permissions) }
  }

  /// Puts it on the disk, in place of a file that is there.
  ///
  /// - Returns: false when that fails: then the old file is as it was, and `errno` says why.
  func takeName() -> Bool {
    // EINVAL: nothing there can be put on a disk.
    if fsync(descriptor) != 0, errno != EINVAL { return false }
    guard name.map({ rename($0, target) == 0 }) ?? link() else { return false }
    Self.sync(Self.folder(of: target))
    return true
  }

  /// Removes it, if it has a name.
  func discard() {
    if let name { unlink(name) }
  }

  // MARK: Without a name

  /// A link cannot replace a file, so that there it gets a name for a moment.
  private func link() -> Bool {
    if linked(to: target) { return true }
    guard errno == EEXIST else { return false }
    for _ in 0..<100 {
      let name = Self.randomName(beside: target)
      if linked(to: name) {
        if rename(name, target) == 0 { return true }
        let reason = errno
        unlink(name)
        errno = reason
        return false
      }
      guard errno == EEXIST else { return false }
    }
    return false
  }

  private func linked(to name: String) -> Bool {
    linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
  }

  private static func randomName(beside target: String) -> String {
    target + "." + String(UInt32.random(in: .min ... .max), radix: 36)
  }

  // MARK: With a name

  /// Only to be written, as a sandbox may allow no more than that.
  private static func named(beside target: String) -> (Int32, String?) {
    for _ in 0..<100 {
      let name = randomName(beside: target)
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600 as mode_t)
      if descriptor >= 0 { return (descriptor, name) }
      if errno != EEXIST { break }
    }
    return (-1, nil)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  /// Puts the new name on the disk, too.
  private static func sync(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
