extension UsageError {
  /// `--generate manual` without the folder.
  static let manualWithoutFolder = UsageError("say where: moonshell --generate manual DIR")

  /// `--generate manual` with more than the folder.
  static func manualTakesOneFolder(_ surplus: String) -> UsageError {
    UsageError("--generate manual takes one folder: \(quoted(surplus)) is too much")
  }
}
