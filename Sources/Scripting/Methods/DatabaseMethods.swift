import Encodings
import Exchange
import LuaRuntime
import Migrating
import Model
import Query
import Requests
import Saving
import Schema
import Store

/// The methods of databases.
package enum DatabaseMethods {
  package static let all: [Method] =
    schema + MigrationMethods.all + objects + transactions + statements + connection + CopyMethods.all

  static func database(_ call: LuaCall) throws -> ScriptDatabase {
    if let database = call.object(1, as: ScriptDatabase.self) { return database }
    throw MethodError.notADatabase(value: call.value(1).described)
  }

  // MARK: Schema

  private static let schema: [Method] = [
    Method("create_all", takes: 0, "makes the tables and indexes that are missing", "db:create_all()") {
      session, call in
      let database = try database(call)
      try TableCreation(session).createTables(database)
      return 0
    },
    Method("create_sql", takes: 0, "the statements that make all tables", "db:create_sql()") { session, call in
      let statements = try Words(session).tableStatements(in: database(call))
      return call.returning(statements.map { $0 + ";\n" }.joined())
    },
    Method("tables", takes: 0, "the names of the tables and views", "db:tables()") { session, call in
      let list = session.lua.makeTable()
      for (index, table) in try database(call).tables().enumerated() {
        list[index + 1] = .string(LuaString(table.name))
      }
      call.push(.table(list))
      return 1
    },
    Method(
      "reflect", takes: 1, "makes entities of the existing tables, or of a Core Data model",
      #"db:reflect()   db:reflect "Shop.xcdatamodel""#
    ) { session, call in
      let database = try database(call)
      if call.argumentCount < 2 || call.value(2).isNil {
        try session.entities.reflect(database)
      } else if call.kind(2) == .string, let path = call.string(2) {
        try ModelReflection(session).reflect(modelAt: path)
      } else {
        throw MethodError.reflectWithoutPath(value: call.value(2).described)
      }
      return 0
    },
  ]

  // MARK: Objects

  private static let objects: [Method] = [
    Method(
      "add", "saves objects: all of them, or none", #"db:add { a, b }   db:add(a, { upsert = true, on = "name" })"#
    ) {
      session, call in
      let (count, options) = try options(call, word: "add")
      try Saver(session).save(call.objects(count: count), to: database(call), call.stack, options: options)
      return 0
    },
    Method("delete", "deletes objects: all of them, or none", "db:delete(a, b)") { session, call in
      try Saver(session).delete(call.objects(count: call.argumentCount), in: database(call))
      return 0
    },
    Method(
      "batch", takes: 1, "adds, upserts and deletes objects: all of it happens, or nothing",
      "db:batch(function(batch) batch:add(p) batch:delete(q) end)"
    ) {
      session, call in
      let database = try database(call)
      guard case .function(let function) = call.value(2) else {
        throw MethodError.batchWithoutFunction(value: call.value(2).described)
      }
      let batch = Batch()
      defer { batch.end() }
      call.stack.push(batch, as: session.types.batch)
      try function.call([call.stack.value(-1)])
      try batch.run(session, database, call.stack)
      return 0
    },
  ]

  /// The options behind the objects, and how many arguments there are without them.
  static func options(_ call: LuaCall, word: String) throws -> (count: Int, options: SaveOptions) {
    guard call.argumentCount > 2, case .table(let table) = call.value(call.argumentCount) else {
      return (call.argumentCount, SaveOptions())
    }
    return (call.argumentCount - 1, try SaveOptions(table, word: word))
  }

  // MARK: Transactions

  private static let transactions: [Method] = [
    Method(
      "transaction", takes: 2, "runs a function in a transaction: all of it happens, or nothing",
      "db:transaction(function() p.score = 7 p:save() end)   db:transaction(function() p:save() end, { retry = 3 })"
    ) {
      session, call in
      let database = try database(call)
      guard case .function(let function) = call.value(2) else {
        throw MethodError.transactionWithoutFunction(value: call.value(2).described)
      }
      let options = try TransactionOptions(call.argumentCount > 2 ? call.value(3) : .nil, session)
      let results = try database.store().atomically(
        retrying: options.retries, after: TransactionOptions.isConflict
      ) { try function.call() }
      for result in results { call.push(result) }
      return results.count
    },
    Method("begin", takes: 0, "begins a transaction; inside one, a nested one", "db:begin()") { _, call in
      try database(call).store().begin()
      return 0
    },
    Method("commit", takes: 0, "makes the transaction's changes last", "db:begin() p:save() db:commit()") { _, call in
      try database(call).store().commit()
      return 0
    },
    Method("rollback", takes: 0, "undoes the transaction's changes", "db:begin() p:delete() db:rollback()") { _, call in
      try database(call).store().rollback()
      return 0
    },
  ]

  // MARK: Statements

  private static let statements: [Method] = [
    Method(
      "query", "gives the rows of a statement as plain tables, with stored values: 12.50 is 1250",
      #"db:query("SELECT * FROM player WHERE age > ?", 20)"#
    ) {
      session, call in try Requester(session).query(call, database(call))
    },
    Method(
      "from_sql", "the request for the plain rows of a SELECT, values as the file has them: 12.50 is 1250",
      #"db:from_sql("select age, count(*) as n from player group by age"):where { n = 1 }:sorted_by "-age""#
    ) { session, call in
      Requester(session).push(try Requester(session).plainRows(of: database(call), call), on: call.stack)
    },
    Method(
      "execute", "runs a statement and gives the number of changed rows",
      #"db:execute("UPDATE player SET age = ?", 20)"#
    ) {
      session, call in
      let database = try database(call)
      let sql = try Requester(session).statement(call, text: 2, database.store())
      call.push(try database.store().run(sql))
      database.noteChange(sql)
      try session.entities.follow(sql.text, in: database)
      return 1
    },
  ]

  // MARK: Connection

  private static let connection: [Method] = [
    Method("open", takes: 2, "opens another file in its place; its tables become entities", #"db:open("shop.db")"#) {
      session, call in
      let database = try database(call)
      guard call.kind(2) == .string, let location = call.string(2) else {
        throw MethodError.openWithoutPath(value: call.value(2).described)
      }
      let options = try ScriptDatabase.Options(call.argumentCount > 2 ? call.value(3) : .nil, session)
      // A lost connection has taken its transaction along.
      if database.isInTransaction, try database.store().engine.isInTransaction {
        throw MethodError.openInTransaction
      }
      if database.isOpen { try database.store().settle() }
      try database.open(location, isReadOnly: options.isReadOnly)
      if !options.echo.isNil { database.setEcho(options.echo) }
      session.entities.forgetReflected()
      try session.entities.reflect(database)
      return 0
    },
    Method("close", takes: 0, "closes the file; an open transaction is rolled back", "db:close()") { _, call in
      let database = try database(call)
      if database.isOpen {
        if try database.store().isRunningFunction {
          throw MethodError.closeInTransaction
        }
        try database.store().settle()
      }
      database.close()
      return 0
    },
  ]
}
