import ClosureSQL
import LuaRuntime
import SQLiteEngine
import Schema
import Store

@testable import Query

/// One Lua, one database and one schema for closures: rows as Lua tables on one side, as a table of SQL on the other.
final class Laboratory {
  let lua: LuaState
  let engine: SQLiteEngine
  let translator: ClosureTranslator
  let world: ClosureTranslator.World

  static let team: Entity = {
    var entity = Entity(
      name: "Team", table: "team",
      fields: [
        Field(name: "id", type: .integer), Field(name: "name", type: .text), Field(name: "note", type: .text),
        Field(name: "size", type: .integer),
      ])
    entity.fields[0].isPrimaryKey = true
    entity.fields[1].isRequired = true
    return entity
  }()

  /// What a row may have one of.
  static let badge: Entity = {
    var entity = Entity(
      name: "Badge", table: "badge",
      fields: [
        Field(name: "id", type: .integer), Field(name: "row_id", type: .integer), Field(name: "label", type: .text),
        Field(name: "level", type: .integer),
      ])
    entity.fields[0].isPrimaryKey = true
    entity.fields[1].isUnique = true
    entity.fields[3].isRequired = true
    return entity
  }()

  /// Nullable fields `n x s b d`, required ones `m y t c e`, words that are stored as numbers (`w`, and `v` required),
  /// a team, and perhaps a badge.
  static let row: Entity = {
    let types: [(String, ColumnType, Bool)] = [
      ("id", .integer, false), ("n", .integer, false), ("m", .integer, true), ("x", .real, false), ("y", .real, true),
      ("s", .text, false), ("t", .text, true), ("b", .boolean, false), ("c", .boolean, true), ("d", .data, false),
      ("e", .data, true), ("team_id", .integer, false),
      ("w", .enumeration, false), ("v", .enumeration, true),
    ]
    var entity = Entity(
      name: "Row", table: "row",
      fields: types.map { name, type, isRequired in
        var field = Field(name: name, type: type)
        field.isRequired = isRequired
        if type == .enumeration { field.choices = words }
        return field
      })
    entity.fields[0].isPrimaryKey = true
    var relation = Relation(name: "team", kind: .belongsTo, target: "Team")
    relation.columns = ["team_id"]
    var partner = Relation(name: "badge", kind: .hasOne, target: "Badge")
    partner.columns = ["row_id"]
    entity.relations = [relation, partner]
    return entity
  }()

  /// In another order than that of their numbers.
  static let words = ["Oslo", "ab", "é", "", "b"].enumerated().map { number, word in
    Field.Choice(label: word, stored: .integer(Int64(number + 1)))
  }

  init() throws {
    lua = try LuaState()
    engine = try SQLiteEngine(path: ":memory:")
    translator = ClosureTranslator(lua)
    world = ClosureTranslator.World(
      entity: Self.row, catalog: Catalog([Self.row, Self.team, Self.badge]), dialect: SQLiteDialect())
  }

  deinit { lua.close() }

  func run(_ text: String, _ values: [Value] = []) throws {
    let statement = try engine.statement(text)
    defer { statement.release() }
    if !values.isEmpty { try statement.bind(values) }
    _ = try statement.run()
  }

  func rows(_ sql: RenderedSQL) throws -> RowBuffer {
    let statement = try engine.statement(sql.text)
    defer { statement.release() }
    if !sql.bindings.isEmpty { try statement.bind(sql.bindings) }
    let buffer = RowBuffer(columnCount: statement.columnNames.count)
    try statement.stepAll(into: buffer)
    return buffer
  }

  /// The function that a chunk returns.
  func function(_ source: String) throws -> LuaFunction {
    guard let function = try lua.load(source, name: "=closure.lua").call().first?.function else {
      throw LuaError("no function: \(source)")
    }
    return function
  }

  func filter(_ source: String) throws -> FilterReading { try translator.filter(function("return " + source), world) }

  /// The reading in words: `pushed: …`, `prefilter: … | ask: …` or `closure: …`.
  func reading(_ source: String) throws -> String {
    switch try filter(source) {
    case .pushed(let yes, _): "pushed: " + (try sql(yes))
    case .prefilter(let yes, let ask, _): "prefilter: " + (try sql(yes)) + " | ask: " + (try sql(ask))
    case .closure(let reason): "closure: \(reason)"
    }
  }

  /// An expression as SQL with its values, without quotes around names.
  func sql(_ expression: Expression) throws -> String { try text(expression).split(separator: "\"").joined() }

  /// An expression as SQL with its values.
  func text(_ expression: Expression) throws -> String {
    var writer = ExpressionWriter(
      resolver: FieldResolver(catalog: world.catalog, entity: world.entity), dialect: world.dialect, qualifies: false)
    return try writer.write(expression).literal(for: world.dialect)
  }

  /// A column for each expression, for every row in the order of `id`.
  func select(_ expressions: [Expression]) throws -> RowBuffer {
    var writer = ExpressionWriter(
      resolver: FieldResolver(catalog: world.catalog, entity: world.entity), dialect: world.dialect, qualifies: true)
    let columns = try expressions.map { try writer.write($0) }
    var sql: SQL = "SELECT \(columns.joined(by: ", ")) FROM \(name: "row")"
    for join in writer.plan.joins { sql += join }
    sql += " ORDER BY \(name: "row").\(name: "id")"
    return try rows(sql.rendered(for: world.dialect))
  }
}
