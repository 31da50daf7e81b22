// The C library of this system, under one name: the only file of Swift that knows which one it is. Linux is what it runs
// on; the side of Darwin is written, and has not been run yet.

import CConfinement

#if canImport(Glibc)
@_exported @preconcurrency import Glibc
#elseif canImport(Musl)
@_exported @preconcurrency import Musl
#elseif canImport(Darwin)
@_exported @preconcurrency import Darwin
#endif

/// The streams that C opens; they are variables there, which this program never sets.
package enum StandardStream {
  package static var input: UnsafeMutablePointer<FILE>? { stdin }
  package static var output: UnsafeMutablePointer<FILE>? { stdout }
  package static var error: UnsafeMutablePointer<FILE>? { stderr }

  /// Fills the places of streams that the caller has closed, so that no other file takes them.
  ///
  /// What cannot be read, or written, is answered with `EBADF` there, as a closed one is.
  package static func fillGaps() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

/// Opens a file for reading; below 0 where `errno` says why not.
///
/// Inside a sandbox the file of the command line is asked for outside.
package func openForReading(_ path: String) -> Int32 { confinement_open(path, O_RDONLY | O_CLOEXEC, 0) }

/// What kind of file a path leads to, as the bits of `S_IFMT`; nil where it leads nowhere.
package func kind(ofFile path: String) -> mode_t? {
  var status = stat()
  return confinement_stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
}

/// When a file was written last.
package func modification(of status: stat) -> timespec {
  #if canImport(Darwin)
  status.st_mtimespec
  #else
  status.st_mtim
  #endif
}

/// What `open` takes for a file without a name, where there are such files; nil elsewhere.
package var namelessFileFlag: Int32? {
  #if canImport(Darwin)
  nil
  #else
  // `O_TMPFILE`, a macro of expressions that Swift does not read.
  0o20000000 | O_DIRECTORY
  #endif
}
