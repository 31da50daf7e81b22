import LuaRuntime

extension SectionNames {
  /// What a section is called where people read it: a text in quotes where it reads as no name, or as none.
  ///
  ///     A   nil   ''   'nil'
  package static func words(for name: LuaValue, _ lua: LuaState) -> String {
    switch name.text {
    case ""?, "nil"?: "'\(name.text ?? "")'"
    default: name.isNil ? "nil" : lua.describe(name)
    }
  }
}
