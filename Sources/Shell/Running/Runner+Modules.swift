import LuaRuntime

extension Runner {
  /// Lets `require` look beside a script first.
  ///
  /// - Parameter isTest: whether it is a file of tests: what these test is mostly in the folder above theirs.
  func lookBeside(_ script: Script, isTest: Bool = false) {
    guard script.path != "-", let package = session.lua.global("package").table, let path = package["path"].text else {
      return
    }
    let folder = script.path.lastIndex(of: "/").map { String(script.path[..<$0]) } ?? "."
    // These mean something in a path, and there is no way to write them.
    guard !folder.contains(where: { $0 == ";" || $0 == "?" }) else { return }
    let folders = isTest ? [folder, Self.folder(above: folder)] : [folder]
    let templates = folders.map { "\($0)/?.lua;\($0)/?/init.lua;" }.joined()
    package["path"] = .string(LuaString(templates + path))
  }

  /// The folder that holds another: `shop` of `shop/tests`, `.` of `tests`, `./..` of `.`.
  private static func folder(above folder: String) -> String {
    let last = folder.split(separator: "/").last ?? "."
    if last == "." || last == ".." { return folder + "/.." }
    return folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
  }
}
