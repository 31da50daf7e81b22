import LuaRuntime
import Platform
import Schema

/// A misspelt name of a module: `require "modles"` beside `models.lua`.
enum ModuleSlip {
  /// The module that an error may have meant; nil where it is about something else, or nothing is near.
  static func advice(for message: String, _ lua: LuaState) -> String? {
    guard let name = quotedName(after: "module '", in: message), message.contains("module '\(name)' not found"),
      let path = lua.global("package").table?["path"].text
    else { return nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let inner = parts.dropLast().joined(separator: "/")
    let folders = path.split(separator: ";").compactMap { template -> String? in
      guard template.hasSuffix("/?.lua") else { return nil }
      return template.dropLast("?.lua".count) + inner
    }
    let names = folders.flatMap(modules)
    return nearest(to: parts.last ?? name, in: names).map { found in
      "Did you mean '\((parts.dropLast() + [found]).joined(separator: "."))'?"
    }
  }

  /// The modules that a folder has: files of Lua, and folders of which one is `init.lua`.
  private static func modules(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      if name.hasSuffix(".lua") {
        names.append(String(name.dropLast(4)))
      } else if access("\(folder)/\(name)/init.lua", F_OK) == 0 {
        names.append(name)
      }
    }
    return names.sorted()
  }
}
