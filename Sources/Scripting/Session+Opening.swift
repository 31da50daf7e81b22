import LuaRuntime
import Model
import Relations

extension Session {
  /// An interpreter with the words of the language, and a database that it uses.
  package convenience init(
    memoryLimit: Int? = nil, location: String = ":memory:", isReadOnly: Bool = false, open: @escaping Opener
  ) throws {
    try self.init(memoryLimit: memoryLimit, types: HostTypeDefinition.all, open: open)
    lua.encodeError = { [unowned self] error, call in self.encode(error, call) }
    lua.fulfil = { [unowned self] promise, stack in try self.fulfil(promise, on: stack) }
    openRowTypes()
    // It knows the functions of the library by what they are before a script can change them.
    _ = translator
    try main.open(location, isReadOnly: isReadOnly)
    Library.install(in: self)
  }
}
