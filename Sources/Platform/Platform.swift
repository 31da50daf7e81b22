// The C library of this system, under one name: the only file of Swift that knows which one it is. Linux is what it runs
// on; the side of Darwin is written, and has not been run yet.

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
