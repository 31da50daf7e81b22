import Interchange
import LuaRuntime
import Migrating
import Model
import Query
import Schema
import Store

/// What databases do about their schema as a whole.
enum MigrationMethods {
  static let all: [Method] = [
    Method(
      "migrate", takes: 1, "shows how the tables differ from the declared schema, and changes them, keeping the data",
      #"db:migrate { dry_run = true }   db:migrate { destructive = { "Book.pages" } }"#
    ) { session, call in
      let options = try MigrationOptions(call.argumentCount > 1 ? call.value(2) : .nil, session)
      let migration = Migration(session: session, database: try DatabaseMethods.database(call), options: options)
      var plan = try migration.plan()
      let database = migration.database
      let sql = try database.store().statements(of: plan)
      let script = try database.store().script(of: plan)
      let tables = try database.tables()
      let history = session.state(SchemaHistory.self)
      let carried = database === session.databases.main ? try history.carried(in: database, after: tables) : []
      if options.isRehearsal {
        plan = try migration.rehearse(plan)
      } else if !options.isDryRun {
        try migration.apply(plan)
        if database === session.databases.main { try history.add(sql, in: database, after: tables) }
      }
      // A prompt shows what the call returns; results of a script are its own. One that runs each night with nothing to
      // do has nothing to say.
      if !options.isDryRun, !options.isRehearsal, !session.messages.showsValues, !plan.isEmpty {
        session.messages.diagnostics(plan.description + "\n")
      }
      call.stack.push(MigrationPlan(plan, sql, script: script, carried: carried), as: session.types.migrationPlan)
      return 1
    },
    Method(
      "schema_source", takes: 0, "the entities of the tables as Lua text, to keep and to edit",
      "print(db:schema_source())"
    ) {
      session, call in
      let database = try DatabaseMethods.database(call)
      let tables = try database.tables()
      let elsewhere = try database.store().engine.tablesElsewhere()
      // A table that only a server tells from another, or whose columns it does, becomes an entity when it is made.
      let said = tables.filter { $0.hasDistinctColumns && tables.areDistinct(from: $0) }
      let catalog = try Catalog(Reflection(said).entities()).resolved()
      // What Moonshell made is said by entities.
      let others = tables.filter { table in !table.isOwn || table.isView || !tables.areDistinct(from: table) }
      return call.returning(OthersStatements(others, elsewhere).source + Generator.luaSource.generate(catalog))
    },
  ]
}

extension Words {
  /// Whether a value is the plan of a migration that changes something, and that nothing stands in the way of.
  package func canMigrate(by value: LuaValue) -> Bool {
    guard let plan = value.userdata?.object(as: MigrationPlan.self)?.plan else { return false }
    return !plan.isEmpty && plan.losses.isEmpty && plan.problems.isEmpty
  }
}

extension LuaCall {
  /// Gives a list of texts.
  fileprivate func returning(list texts: [String]) -> Int {
    let list = state.makeTable()
    for (place, text) in texts.enumerated() { list[place + 1] = .string(LuaString(text)) }
    push(.table(list))
    return 1
  }
}

/// The plan of a migration as a value that prints; `#plan` counts its steps.
final class MigrationPlan {
  let plan: SchemaPlan
  private let statements: [String]
  /// The same to be run by a person, with what belongs around them.
  private let script: [String]
  /// What changed rows before it in the session, which an app has to do, too.
  private let carried: [String]

  init(_ plan: SchemaPlan, _ statements: [String], script: [String], carried: [String]) {
    self.plan = plan
    self.statements = statements
    self.script = script
    self.carried = carried
  }

  static let methods: [Method] = [
    Method(
      "losses", takes: 0, "what would be lost, by the names that `destructive` takes; empty where nothing is",
      "db:migrate({ dry_run = true }):losses()"
    ) { _, call in
      guard let plan = call.object(1, as: MigrationPlan.self) else { return 0 }
      return call.returning(list: plan.plan.losses.map(\.name))
    },
    Method(
      "problems", takes: 0, "what stands in the way, a sentence each: of rows only where it was rehearsed",
      "db:migrate({ rehearse = true }):problems()"
    ) { _, call in
      guard let plan = call.object(1, as: MigrationPlan.self) else { return 0 }
      return call.returning(list: plan.plan.sentences)
    },
    Method("sql", takes: 0, "the statements of the plan", "print(db:migrate { dry_run = true }:sql())") {
      session, call in
      guard let plan = call.object(1, as: MigrationPlan.self) else { return 0 }
      let doubts = plan.plan.doubts + MigratorFunctions.doubts(on: plan.statements)
      let words = MigratorText.gaps(ofTextOf: plan.statements, doubts)
      if !words.isEmpty { session.messages.diagnostics(words) }
      return call.returning(SchemaHistory.text(doubts.map { "-- \($0)" } + plan.script))
    },
    Method(
      "swift", takes: 1, "the plan as a migration of GRDB, under a name",
      #"print(db:migrate { dry_run = true }:swift "v2")"#
    ) { session, call in
      guard let plan = call.object(1, as: MigrationPlan.self) else { return 0 }
      let name = call.string(2) ?? "migration"
      let statements = plan.carried + plan.statements
      session.messages.diagnostics(MigratorText.gaps(in: name, statements))
      return call.returning(MigratorText.migration(name, statements))
    },
  ]

  static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__tostring": { call in
        call.returning(call.object(1, as: MigrationPlan.self)?.plan.description ?? "plan")
      },
      "__index": { call in
        throw MethodError.noPlanMember(name: call.state.describe(call.value(2)), candidates: methods.map(\.name))
      },
      "__len": { call in
        call.push(call.object(1, as: MigrationPlan.self)?.plan.stepCount ?? 0)
        return 1
      },
    ]
  }
}
