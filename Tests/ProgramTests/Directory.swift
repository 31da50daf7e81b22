import TestSupport

/// Runs `body` with the path of a folder that is there meanwhile.
func withDirectory(_ body: (String) throws -> Void) throws {
  let folder = try TemporaryFolder()
  try withExtendedLifetime(folder) { try body(folder.path) }
}
