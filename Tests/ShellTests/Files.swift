import Glibc

/// Gives a test a directory of its own, and removes it.
func withDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  let path = try makeDirectory()
  defer { remove(directory: path) }
  return try await body(path)
}

func withDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
  let path = try makeDirectory()
  defer { remove(directory: path) }
  return try body(path)
}

func permissions(of path: String) -> mode_t? {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}

func contents(of path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes.prefix(count))
}

func write(_ bytes: [UInt8], to path: String) {
  guard let file = fopen(path, "w") else { return }
  defer { fclose(file) }
  fwrite(bytes, 1, bytes.count, file)
}

private struct NoDirectory: Error {}

private func makeDirectory() throws -> String {
  var template = Array("/tmp/moonshell-tests-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { throw NoDirectory() }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

private func remove(directory path: String) {
  guard let entries = opendir(path) else { return }
  while let entry = readdir(entries) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard name != ".", name != ".." else { continue }
    let child = "\(path)/\(name)"
    if unlink(child) != 0 { remove(directory: child) }
  }
  closedir(entries)
  rmdir(path)
}
