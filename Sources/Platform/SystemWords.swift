import CConfinement

/// What the system says of an error, or, inside a sandbox, which option would allow what was refused.
///
///     systemWords(EACCES, "a.csv")   // "Permission denied"
///     // inside: "the sandbox does not read it (--allow-read a.csv)"
package func systemWords(_ code: Int32, _ path: String, isWriting: Bool = false) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { words in
    guard let start = words.baseAddress else { return "" }
    confinement_explain(code, path, isWriting, start, words.count)
    return String(cString: start)
  }
}

/// Whether this process is in a sandbox, where it can start no other program.
package var isInSandbox: Bool { confinement_is_inside() }

/// A number of bytes as `--memory-limit` takes it: `64M`.
package func sizeWords(_ bytes: Int) -> String {
  for (unit, shift) in [("G", 30), ("M", 20), ("K", 10)] where (bytes >> shift) << shift == bytes {
    return "\(bytes >> shift)\(unit)"
  }
  return "\(bytes) bytes"
}
