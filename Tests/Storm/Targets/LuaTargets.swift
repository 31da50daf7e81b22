import ClosureSQL
import LuaRuntime
import Query
import SQLiteEngine
import Schema

extension FuzzTarget {
  /// Functions of rows as text: what compiles is read, and said in SQL or not.
  static let closures = FuzzTarget(
    name: "closures",
    corpus: [
      "return p.age >= 20 and p.name ~= nil", "return p.name:sub(1, 2) == 'ab' or not (p.age // 3 == 1)",
      "local x = p.age if x and x > 3 then return true end return p.name:find('^a.b') ~= nil",
      "for i = 1, 3 do if p.age == i then return true end end return #p.name > 2",
      "local t = { a = 1 } return t[p.name] == p.age", "return (p.name or ''):upper() .. p.age == 'A1'",
    ],
    words: [
      "p.age", "p.name", "p", " and ", " or ", "not ", "nil", "true", "==", "~=", "<=", "//", "%", "..", "#", "-",
      "math.floor(", "tostring(", ":sub(1)", ":find('a')", "if ", " then ", " else ", " end ", "while ", " do ",
      "local x =",
      "goto a ::a:: ", "return ", "function() ", "string.rep('x', 9)", "for i = 1, 9 do ", "for k in pairs(p) do ", "x",
      "1e308",
      "9223372036854775807", "0/0", "{", "}", "(", ")", "p[p]", "~", "<<", "repeat ", " until ",
    ],
    feeder: {
      let lua = try LuaState(memoryLimit: 64 << 20)
      let translator = ClosureTranslator(lua)
      let entity = Entity(
        name: "Player", table: "player",
        fields: [Field(name: "age", type: .integer), Field(name: "name", type: .text)])
      let world = ClosureTranslator.World(entity: entity, catalog: Catalog([entity]), dialect: SQLiteDialect())
      return { try read($0, lua, translator, world) }
    })

  private static func read(
    _ body: [UInt8], _ lua: LuaState, _ translator: ClosureTranslator, _ world: ClosureTranslator.World
  ) throws -> Bool {
    let text = Array("return function(p) ".utf8) + body + Array(" end".utf8)
    guard let chunk = try? lua.load(text, name: "=p"),
      let made = try? lua.enter(timeLimit: 1, { try chunk.call() }),
      case .function(let function) = made.first ?? .nil
    else { return false }
    _ = try lua.enter(timeLimit: 4) { try translator.filter(function, world) }
    _ = try translator.members(readBy: function)
    return true
  }

  /// What no `string.dump` of this session gave is refused, whatever it is.
  static let bytecode = FuzzTarget(
    name: "bytecode", corpus: [], binaryCorpus: dumps, words: ["\u{1B}Lua", "\u{0}\u{0}", "return 1"],
    feeder: {
      let lua = try LuaState(memoryLimit: 64 << 20)
      let load = try lua.load("return (load(..., '=c', 'b')) == nil", name: "=t")
      return { input in
        guard try lua.enter(timeLimit: 2, { try load.call([.string(LuaString(bytes: input))]) }) == [.boolean(true)]
        else {
          throw Finding("bytecode of another session runs")
        }
        return true
      }
    })

  private static var dumps: [[UInt8]] {
    guard let lua = try? LuaState() else { return [] }
    defer { lua.close() }
    return ["return 1", "local a, b = ... return function(x) return a + x .. b end", "for i = 1, 3 do print(i) end"]
      .compactMap { (try? lua.load($0, name: "=d"))?.bytecode }
  }
}
