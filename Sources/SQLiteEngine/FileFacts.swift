import CConfinement
import Platform

/// By what one sees that a file has changed.
struct FileFacts: Equatable {
  var file: ino_t = 0
  var size = 0
  var seconds = 0
  var nanoseconds = 0
  /// The size of the log beside it.
  var log: Int?
}

/// Which file a path leads to, whatever is in it.
struct FileIdentity: Equatable {
  var device: dev_t
  var file: ino_t
}

/// What the file system says about a path; inside a sandbox, what the outside says.
extension String {
  /// `S_IFREG`, `S_IFDIR`, …; nil when there is nothing.
  var fileKind: mode_t? { status.map { $0.st_mode & S_IFMT } }

  var parentDirectory: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  /// Whether a database file can be read without locks: it is not writable, and no log of changes lies beside it.
  ///
  /// True on a read-only file system, or where neither the file nor its directory has a write permission for anyone.
  var neverChanges: Bool {
    guard let file = status, let directory = parentDirectory.status else { return false }
    let writable = S_IWUSR | S_IWGRP | S_IWOTH
    let isProtected = isOnReadOnlyFileSystem || (file.st_mode | directory.st_mode) & writable == 0
    return isProtected && (self + "-wal").fileKind == nil
  }

  /// How many bytes a file has; nil when there is none.
  var fileSize: Int? { status.map { Int($0.st_size) } }

  /// Whether a log of changes lies beside a database file, with something in it.
  var hasLog: Bool { ((self + "-wal").fileSize ?? 0) > 0 }

  /// Whether this program may write a file, and make others beside it.
  var mayBeWritten: Bool { confinement_access(self, W_OK) == 0 && confinement_access(parentDirectory, W_OK) == 0 }

  /// What changes about a database file when it is written to.
  var facts: FileFacts {
    let log = (self + "-wal").fileSize
    guard let status else { return FileFacts(log: log) }
    return FileFacts(
      file: status.st_ino, size: Int(status.st_size), seconds: modification(of: status).tv_sec,
      nanoseconds: modification(of: status).tv_nsec, log: log)
  }

  /// Which file it leads to; nil when there is none.
  var identity: FileIdentity? { status.map { FileIdentity(device: $0.st_dev, file: $0.st_ino) } }

  private var status: stat? {
    var status = stat()
    return confinement_stat(self, &status) == 0 ? status : nil
  }

  private var isOnReadOnlyFileSystem: Bool { confinement_is_on_read_only_system(self) }
}
