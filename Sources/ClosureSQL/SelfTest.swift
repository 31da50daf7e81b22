import LuaRuntime
import Query
import Schema

/// Functions whose meaning is known, compiled and read before any other is.
///
/// A Lua whose compiler or instructions are not those that are known here would be misread, in silence.
enum SelfTest {
  private static let a = Expression.field(FieldPath(field: "a"))
  private static let b = Expression.field(FieldPath(field: "b"))
  private static func literal(_ value: Int64) -> Expression { .literal(.integer(value)) }

  private static let songs: [(String, Expression)] = [
    ("return function(p) return p.a == 3 end", .comparison(.equal, a, literal(3))),
    ("return function(p) return p.a >= 3 end", .comparison(.atLeast, a, literal(3))),
    ("return function(p) return 3 > p.a end", .comparison(.less, a, literal(3))),
    ("return function(p) return p.a < p.b end", .comparison(.less, a, b)),
    ("return function(p) return not (p.a <= 1000000) end", .comparison(.greater, a, literal(1_000_000))),
    (
      "return function(p) return p.a == 1 or p.b == 2 end",
      .or([.comparison(.equal, a, literal(1)), .comparison(.equal, b, literal(2))])
    ),
    (
      "return function(p) if p.a < 1 then return p.b ~= 2 end return false end",
      .and([.comparison(.less, a, literal(1)), .comparison(.notEqual, b, literal(2))])
    ),
    (
      "local low = 7 return function(p) local a = p.a return a > low and a end", .comparison(.greater, a, literal(7))
    ),
    (
      "return function(p) for i = 1, 3 do if p.a == i * 2 then return true end end end",
      .or([2, 4, 6].map { .comparison(.equal, a, literal($0)) })
    ),
    (
      "local function double(x) return x * 2 end return function(p) return p.a == double(4) end",
      .comparison(.equal, a, literal(8))
    ),
  ]

  static func allSing(in translator: ClosureTranslator, _ lua: LuaState) -> Bool {
    var entity = Entity(
      name: "Canary", table: "canary",
      fields: [Field(name: "a", type: .integer), Field(name: "b", type: .integer)])
    for slot in entity.fields.indices { entity.fields[slot].isRequired = true }
    let world = ClosureTranslator.World(entity: entity, catalog: Catalog([entity]), dialect: NoDialect())
    return songs.allSatisfy { source, expected in
      guard let function = try? lua.load(source, name: "=canary").call().first?.function else { return false }
      return translator.unchecked(function, world) == expected
    }
  }
}

/// A database that can do nothing but compare.
private struct NoDialect: Dialect {
  func quoted(_ name: String) -> String { name }
  func placeholder(_ position: Int) -> String { "?" }
  func typeName(_ storage: Storage) -> String { storage.rawValue }
  var tableSuffix: String { "" }
  func call(_ function: Expression.Function, _ arguments: [SQL]) -> SQL { "NULL" }
  func call(_ kernel: Kernel, _ arguments: [SQL]) -> SQL? { nil }
  func member(_ path: [String], of document: SQL, as member: DocumentMember) -> SQL { "NULL" }
  var limits: StatementLimits { StatementLimits() }
  func truth(_ value: Bool) -> String { value ? "TRUE" : "FALSE" }
  func limit(_ limit: Int?, offset: Int) -> SQL { SQL() }
  var prefersKeyOrder: Bool { false }
  func stored(_ value: Value, in storage: Storage) -> Value { value }
  func canAddColumn(_ column: TableDescription.Column, isUnique: Bool) -> Bool { false }
  func converted(_ value: SQL, from: StoredType, to: StoredType) -> SQL { value }
  func walk(_ walk: GraphWalk) -> SQL { SQL() }
}
