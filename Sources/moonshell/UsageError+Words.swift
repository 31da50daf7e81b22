extension UsageError {
  static func withoutSandbox(_ option: String) -> UsageError {
    UsageError("\(option) is for --sandbox: without it, scripts reach every file")
  }

  /// - Parameter folder: where the path would be, if that is there.
  static func notThere(_ option: String, _ path: String, folder: String?) -> UsageError {
    let advice = folder.map { "; allow its folder: \(option) \(quoted($0))" } ?? ""
    return UsageError("\(option): there is no \(quoted(path))\(advice)")
  }
}
