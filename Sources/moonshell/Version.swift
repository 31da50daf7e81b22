/// The version of the program, in one line.
enum Version {
  static let number = "0.1.0"
  static let text = "moonshell \(number) (Lua 5.4, SQLite, libedit)"
}
