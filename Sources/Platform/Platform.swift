// The C library of this system, under one name: the only file that knows which one it is.

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
