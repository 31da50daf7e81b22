import Platform

/// The file that keeps the history, shared by all shells that run: each appends one line at a time under a lock.
///
/// The file is private (directory 0700, file 0600 from its creation), never followed through a symbolic link, and
/// nothing in it is rewritten: growing too long, it loses its oldest lines by an atomic rename. A file that Moonshell
/// did not make loses nothing at all.
struct HistoryFile {
  /// Why the file cannot be used.
  struct Failure: Error, Equatable {
    let reason: String

    static func system() -> Failure { Failure(reason: String(cString: strerror(errno))) }
  }

  let path: String

  /// The number of lines that are read, and that a shortened file keeps.
  let limit: Int

  /// The number of bytes that are read from the end, and that a shortened file keeps.
  var byteLimit = 8 << 20

  /// The newest entries, oldest first; lines that are not entries are skipped.
  ///
  /// A file far too long is shortened.
  func load() throws(Failure) -> [String] {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw .system()
    }
    defer { close(descriptor) }
    let lines = splitLines(try tail(of: descriptor))
    if lines.count > 2 * limit {
      let locked = try openLocked()
      defer { close(locked) }
      try shorten(locked)
    }
    return lines.suffix(limit).compactMap { HistoryLine.decode($0) }
  }

  /// Adds one entry as one line.
  func append(_ entry: String) throws(Failure) {
    makeDirectories()
    let descriptor = try openLocked()
    defer { close(descriptor) }  // Closing unlocks.
    let size = try regularSize(of: descriptor)
    var line = HistoryLine.encode(entry) + "\n"
    if size == 0 {
      line = HistoryLine.header + "\n" + line
    } else if lastByte(of: descriptor, size: size) != HistoryFile.newline {
      line = "\n" + line  // A shell was killed while it wrote: begin a new line, lose only that one.
    }
    try writeAll(Array(line.utf8), to: descriptor)
    if size > 2 * byteLimit { try shorten(descriptor) }
  }

  /// Keeps the newest lines, byte for byte, if the file is ours and far beyond its bounds.
  ///
  /// - Parameter descriptor: the file, locked.
  private func shorten(_ descriptor: Int32) throws(Failure) {
    guard isOurs(descriptor) else { return }
    let lines = splitLines(try tail(of: descriptor))
    let size = try regularSize(of: descriptor)
    guard lines.count > 2 * limit || size > byteLimit else { return }
    let newLines = [Array(HistoryLine.header.utf8)[...]] + lines.suffix(limit)
    let bytes = Array(newLines.joined(separator: [HistoryFile.newline])) + [HistoryFile.newline]
    try replace(with: bytes)
  }

  private func replace(with bytes: [UInt8]) throws(Failure) {
    let temporary = "\(path).\(getpid())"
    unlink(temporary)  // Left by a process that was killed; the lock is held, so no other process makes it now.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system() }
    defer { close(descriptor) }
    do throws(Failure) {
      try writeAll(bytes, to: descriptor)
      guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw .system() }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  // MARK: Opening

  /// Opens the file and holds its lock, creating it if it is absent.
  private func openLocked() throws(Failure) -> Int32 {
    for _ in 0..<10 {
      let flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
      let descriptor = open(path, flags, 0o600)
      guard descriptor >= 0 else { throw .system() }
      guard lock(descriptor) else {
        close(descriptor)
        throw .isLocked
      }
      // Another shell may have put a shortened file in its place while this one waited.
      if isStillAtPath(descriptor) { return descriptor }
      close(descriptor)
    }
    throw .isReplaced
  }

  /// Waits a second at most: a stopped shell must not stop this one.
  private func lock(_ descriptor: Int32) -> Bool {
    for attempt in 0..<200 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      if attempt < 199 { usleep(5000) }
    }
    return false
  }

  private func isStillAtPath(_ descriptor: Int32) -> Bool {
    var opened = stat()
    var current = stat()
    return fstat(descriptor, &opened) == 0 && lstat(path, &current) == 0
      && opened.st_ino == current.st_ino && opened.st_dev == current.st_dev
  }

  private func makeDirectories() {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var directory = ""
    for part in parts {
      directory += part + "/"
      mkdir(directory, 0o700)  // Those that exist stay as they are; opening the file reports what is wrong.
    }
  }
}

/// The lines that are not empty.
///
/// It is the generic `split`, but fast: the first prompt waits for it.
private func splitLines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
  var lines: [ArraySlice<UInt8>] = []
  var start = bytes.startIndex
  bytes.withUnsafeBufferPointer { buffer in
    for offset in buffer.indices where buffer[offset] == HistoryFile.newline {
      let end = bytes.startIndex + offset
      if end > start { lines.append(bytes[start..<end]) }
      start = end + 1
    }
  }
  if start < bytes.endIndex { lines.append(bytes[start...]) }
  return lines
}
