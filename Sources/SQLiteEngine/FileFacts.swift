import Glibc

/// What the file system says about a path.
extension String {
  /// `S_IFREG`, `S_IFDIR`, …; nil when there is nothing.
  var fileKind: mode_t? { status.map { $0.st_mode & S_IFMT } }

  var parentDirectory: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// Whether a database file can be read without locks: nobody may write it, and no log of changes lies beside it.
  ///
  /// True on a read-only file system, or where neither the file nor its directory has a write permission for anyone.
  var neverChanges: Bool {
    guard let file = status, let directory = parentDirectory.status else { return false }
    let writable = S_IWUSR | S_IWGRP | S_IWOTH
    let isProtected = isOnReadOnlyFileSystem || (file.st_mode | directory.st_mode) & writable == 0
    return isProtected && (self + "-wal").fileKind == nil
  }

  private var status: stat? {
    var status = stat()
    return stat(self, &status) == 0 ? status : nil
  }

  private var isOnReadOnlyFileSystem: Bool {
    var system = statvfs()
    return statvfs(self, &system) == 0 && system.f_flag & UInt(ST_RDONLY) != 0
  }
}
