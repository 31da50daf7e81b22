import LuaRuntime

extension Runner {
  /// Lets `require` look beside a script first.
  func lookBeside(_ script: Script) {
    guard script.path != "-", let package = session.lua.global("package").table, let path = package["path"].text else {
      return
    }
    let folder = script.path.lastIndex(of: "/").map { String(script.path[..<$0]) } ?? "."
    // These mean something in a path, and there is no way to write them.
    guard !folder.contains(where: { $0 == ";" || $0 == "?" }) else { return }
    package["path"] = .string(LuaString("\(folder)/?.lua;\(folder)/?/init.lua;" + path))
  }
}
