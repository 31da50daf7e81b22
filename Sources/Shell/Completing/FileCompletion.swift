import Platform

/// Proposes names of files: those in the directory that is typed already.
enum FileCompletion {
  private static let mostEntries = 10_000

  /// A name with blanks stands in quotation marks, which come with it where they were not typed.
  static func complete(_ typed: String) -> Completion {
    let mark = typed.first.flatMap { "'\"".contains($0) ? String($0) : nil } ?? ""
    let path = typed.dropFirst(mark.count)
    let name = String(path.reversed().prefix { $0 != "/" }.reversed())
    let directory = String(path.dropLast(name.count))
    let names = entries(of: expanded(directory))
      .filter { $0.hasPrefix(name) && (name.hasPrefix(".") || !$0.hasPrefix(".")) }
    let needsMark = mark.isEmpty && names.count == 1 && names[0].contains(where: \.isWhitespace)
    if needsMark || !mark.isEmpty, names.count == 1 {
      let mark = needsMark ? "\"" : mark
      // Of a directory the rest is still to come.
      let end = names[0].hasSuffix("/") ? "" : mark
      return Completion(replacementStart: 0, candidates: [mark + directory + names[0] + end])
    }
    return Completion(replacementStart: mark.utf8.count + directory.utf8.count, candidates: names)
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
