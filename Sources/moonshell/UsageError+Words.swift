extension UsageError {
  static func noWait(_ text: String) -> UsageError {
    UsageError("--busy-timeout is a number of seconds, not \(quoted(text))")
  }

  /// - Parameter nearest: the mode that was meant, as a sentence, or nothing.
  static func noMode(_ name: String, nearest: String, names: String) -> UsageError {
    UsageError("there is no mode \(quoted(name)).\(nearest) The modes are \(names)")
  }

  static func notGenerated(_ name: String, names: String) -> UsageError {
    UsageError("--generate makes \(names), not \(quoted(name))")
  }

  static func noSize(_ text: String) -> UsageError {
    UsageError("--memory-limit is a number with K, M or G behind it, such as 64M, not \(quoted(text))")
  }

  static func sizeTooSmall(_ text: String, least: String) -> UsageError {
    UsageError("--memory-limit is \(least) at least, not \(quoted(text))")
  }

  static func sizeTooLarge(_ text: String) -> UsageError {
    UsageError("--memory-limit: \(quoted(text)) is too large")
  }

  static func noTime(_ text: String) -> UsageError {
    UsageError("--time-limit is a number of seconds above 0, not \(quoted(text))")
  }

  static func noColorChoice(_ text: String) -> UsageError {
    UsageError("--color is auto, always or never, not \(quoted(text))")
  }

  /// - Parameter advice: the option that was meant, as a sentence, or nothing.
  static func unknownOption(_ name: String, advice: String) -> UsageError {
    UsageError("unknown option \(quoted(name)).\(advice)")
  }

  static var testsWithoutPath: UsageError {
    UsageError("--test takes files of tests, or folders of them: --test PATH...")
  }

  static func takesNoValue(_ option: String) -> UsageError { UsageError("'\(option)' takes no value") }

  /// - Parameter kind: what the value is: `SIZE`.
  static func valueIsMissing(_ option: String, kind: String) -> UsageError {
    UsageError("missing value for '\(option) <\(kind)>'")
  }

  static func withoutSandbox(_ option: String) -> UsageError {
    UsageError("\(option) is for --sandbox: without it, scripts reach every file")
  }

  /// - Parameter folder: where the path would be, if that is there.
  static func notThere(_ option: String, _ path: String, folder: String?) -> UsageError {
    let advice = folder.map { "; allow its folder: \(option) \(quoted($0))" } ?? ""
    return UsageError("\(option): there is no \(quoted(path))\(advice)")
  }

  /// `--generate manual` without the folder.
  static let manualWithoutFolder = UsageError("say where: moonshell --generate manual DIR")

  /// `--generate luals` with a place behind it.
  static func generatesText(_ kind: String, _ surplus: String) -> UsageError {
    UsageError(
      "--generate \(kind) writes to standard output: moonshell --generate \(kind) > FILE, not \(quoted(surplus))")
  }

  /// `--generate manual` with more than the folder.
  static func manualTakesOneFolder(_ surplus: String) -> UsageError {
    UsageError("--generate manual takes one folder: \(quoted(surplus)) is too much")
  }
}
