import LuaRows
import LuaRuntime
import Migrating
import Model
import Query
import Requests
import Saving
import Schema
import Store

/// The methods of entities that requests do not have.
package enum EntityMethods {
  package static let all: [Method] =
    ([everything, create, getOrCreate, draft, sample, createSQL, on, fromSQL, summary, check]
    + ExchangeMethods.ofEntities).map {
      $0.ofRows()
    }

  private static let everything = Method(
    "all", takes: 0, "the request for all rows", "Player:all():update { score = 5 }"
  ) { session, call in
    Requester(session).push(try call.request(), on: call.stack)
  }

  private static let create = Method(
    "create", takes: 1, "makes an object and saves it", #"Player:create { name = "Maghla" }"#
  ) { session, call in
    let context = try call.entity().context
    try Objects(session).makeObject(context, values: 2, call)
    try Saver(session).save(ObjectSource(call.borrowed(-1)), to: context.database, call.stack)
    return 1
  }

  private static let getOrCreate = Method(
    "get_or_create", takes: 2, "the object with some values, made with others where there is none; and whether it was",
    #"p, is_new = Player:get_or_create({ name = "Maghla" }, { age = 20 })"#
  ) { session, call in
    let handle = try call.request()
    return try FoundOrMade(session, call).push(among: handle) { values in
      call.push(try Objects(session).newObject(handle.context, values, call.stack))
      try Saver(session).save(ObjectSource(call.borrowed(-1)), to: handle.context.database, call.stack)
    }
  }

  private static let draft = Method(
    "draft", takes: 1, "makes a new object that is saved or discarded", #"d = Player:draft { name = "Maghla" }"#
  ) { session, call in
    try Objects(session).makeObject(call.entity().context, values: 2, call)
    call.stack.rowObject(-1)?.isDraft = true
    return 1
  }

  private static let createSQL = Method(
    "create_sql", takes: 0, "the statements that make its table", "Player:create_sql()"
  ) {
    session, call in
    call.returning(try call.entity().tableStatements())
  }

  private static let summary = Method(
    "summary", takes: 0, "of each field the least and greatest value, NULLs, distinct values and a histogram",
    "Player:summary()"
  ) { session, call in
    let fields = try call.entity().fieldSummaries().fields
    call.push(Requester(session).tables(FieldSummary.rows(fields), FieldSummary.columns))
    return 1
  }

  private static let check = Method(
    "check", takes: 0, "the stored rows that break its rules, and how, as a list of plain rows",
    "Player:check()   #Player:check()"
  ) { session, call in
    call.push(Requester(session).tables(try call.entity().brokenRules(), Migrating.BrokenRule.columns))
    return 1
  }

  private static let fromSQL = Method(
    "from_sql", "the request for the rows of a SELECT in place of the table: more columns are members",
    #"Player:from_sql("select *, score * ? as points from player", 2):where { points = is.greater(30) }"#
  ) { session, call in
    Requester(session).push(try Requester(session).rows(of: call.entity(), call), on: call.stack)
  }

  private static let on = Method("on", takes: 1, "the entity in another database", "Player:on(other):count()") {
    session, call in
    let handle = try call.entity()
    guard let database = call.object(2, as: ScriptDatabase.self) else {
      throw MethodError.onWithoutDatabase(value: call.value(2).described)
    }
    call.stack.push(EntityHandle(handle.model, database: database), as: session.types.entity)
    return 1
  }
}

extension EntityHandle {
  /// What breaks the rules, a row for each value.
  fileprivate func brokenRules() throws -> RowBuffer {
    let rows = RowBuffer(columnCount: Migrating.BrokenRule.columns.count, rowCapacity: 1)
    _ = try RowChecks(context.session).check(self) { rows.append($0.cells) }
    return rows
  }

  /// The statements that make its table, as text.
  ///
  /// - Throws: an error for an entity without a table.
  fileprivate func tableStatements() throws -> String {
    try checkHasTable()
    let context = context
    // What others made is said as they did.
    let entity = try context.entity
    let made = try entity.isReflected ? context.database.tables() : []
    if let table = made.table(named: entity.table) {
      let statements = [table.sql] + table.making.indexes + table.making.triggers
      return statements.map { $0 + ";\n" }.joined()
    }
    let declared = try context.declared()
    let statements = try CreateTable(
      declared.entity, catalog: declared.catalog, dialect: context.database.dialect()
    ).statements()
    return statements.map { $0 + ";\n" }.joined()
  }
}

extension Words {
  /// The statements that make the table of a declared entity; nil where there is none of this name.
  package func tableStatements(of name: String) throws -> String? {
    guard let model = session.entities.model(name), !model.entity.isReflected else { return nil }
    return try EntityHandle(model, database: nil).tableStatements()
  }
}

extension EntityMethods {
  /// The methods of an entity: its own, and those of a request for all its rows.
  ///
  /// What changes all rows must be said of a request: `Player:all():delete()`.
  static let withRequests: [Method] =
    all
    + RequestMethods.all.filter { method in
      !["update", "delete"].contains(method.name) && !all.contains { $0.name == method.name }
    }
}
