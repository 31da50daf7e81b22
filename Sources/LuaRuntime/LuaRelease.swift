import CLua

/// Which Lua 5.4 was found: the library that is loaded tells, not the header that was compiled with.
package enum LuaRelease {
  /// As it calls itself: `5.4.4`.
  package static var name: String {
    String(cString: slua_ident()).split(separator: " ").first { $0.first?.isNumber == true }.map(String.init) ?? "5.4"
  }

  /// The last part of its name: 4 for `5.4.4`.
  static var number: Int { name.split(separator: ".").last.flatMap { Int($0) } ?? 0 }
}
