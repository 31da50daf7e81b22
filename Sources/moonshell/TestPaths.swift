import Platform

/// What `--test` is told: files and folders, and before them a database, if it is one.
struct TestPaths {
  let database: String?
  let files: [String]

  init(_ paths: [String]) throws {
    let hasFolder = paths.contains(where: Self.isFolder)
    var paths = paths[...]
    if let first = paths.first, !first.hasSuffix(".lua"), !Self.isFolder(first) {
      database = first
      paths = paths.dropFirst()
    } else {
      database = nil
    }
    var files: [String] = []
    for path in paths { files += Self.isFolder(path) ? try Self.scripts(in: path) : [path] }
    if files.isEmpty, hasFolder { throw TestPathError.noScripts }
    if files.isEmpty, let database, Self.kind(of: database) == nil {
      throw TestPathError.notThere(database)
    }
    guard !files.isEmpty else { throw UsageError.testsWithoutPath }
    self.files = files
  }

  private static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// What there is at a path; nil where nothing is.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The scripts of a folder, in the order of their names.
  private static func scripts(in folder: String) throws -> [String] {
    guard let directory = opendir(folder) else {
      throw TestPathError.unreadable(folder, reason: String(cString: strerror(errno)))
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".lua"), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().map { folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0 }
  }
}

/// Why there is nothing to run.
enum TestPathError: Error {
  case noScripts
  case notThere(String)
  case unreadable(String, reason: String)
}
