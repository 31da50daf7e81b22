import Glibc

/// Proposes names of files: those in the directory that is typed already.
enum FileCompletion {
  private static let mostEntries = 10_000

  static func complete(_ typed: String) -> Completion {
    let name = String(typed.reversed().prefix { $0 != "/" }.reversed())
    let directory = String(typed.dropLast(name.count))
    let start = directory.utf8.count
    let names = entries(of: expanded(directory)).filter { name.hasPrefix(".") || !$0.hasPrefix(".") }
    return Completion(replacementStart: start, candidates: names.filter { $0.hasPrefix(name) })
  }

  private static func expanded(_ directory: String) -> String {
    if directory.isEmpty { return "." }
    guard directory.hasPrefix("~/"), let home = Terminal.variable("HOME") else { return directory }
    return home + directory.dropFirst()
  }

  /// The entries of a directory, those that are directories with a slash behind them.
  private static func entries(of directory: String) -> [String] {
    guard let handle = opendir(directory) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while names.count < mostEntries, let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      var status = stat()
      let isDirectory = stat("\(directory)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      names.append(isDirectory ? name + "/" : name)
    }
    return names
  }
}
