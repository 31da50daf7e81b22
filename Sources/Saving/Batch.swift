import LuaRuntime
import Model

/// What a function told `db:batch` to do, which is done in one transaction once the function is over.
///
/// Steps of one kind that follow each other are one save, so that their rows go into one prepared statement.
package final class Batch {
  fileprivate enum Kind: Equatable {
    case add
    case upsert(on: [String]?)
    case delete
  }

  private struct Step {
    let kind: Kind
    var objects: [LuaValue]
  }

  private var steps: [Step] = []
  private var isOver = false

  package init() {}

  /// Nothing can be added any more.
  package func end() {
    isOver = true
    steps = []
  }

  package func run(_ session: SessionContext, _ database: ScriptDatabase, _ stack: LuaStack) throws {
    guard !steps.isEmpty else { return }
    isOver = true
    try database.store().atomically {
      for step in steps { try run(step, session, database, stack) }
    }
  }

  private func run(_ step: Step, _ session: SessionContext, _ database: ScriptDatabase, _ stack: LuaStack) throws {
    let source = ObjectSource(step.objects, on: stack)
    switch step.kind {
    case .add: try Saver(session).save(source, to: database, stack)
    case .upsert(let target):
      try Saver(session).save(source, to: database, stack, options: SaveOptions(upsertOnFields: target))
    case .delete: try Saver(session).delete(source, in: database)
    }
  }

  fileprivate func add(_ kind: Kind, _ objects: [LuaValue]) throws {
    if isOver { throw ScriptError(SavingError.batchIsOver) }
    if steps.last?.kind == kind {
      steps[steps.count - 1].objects += objects
    } else {
      steps.append(Step(kind: kind, objects: objects))
    }
  }
}

/// The methods of what `db:batch` gives its function.
package enum BatchMethods {
  package static let all: [Method] = [
    Method("add", "saves objects when the function is over", "batch:add(p)") { _, call in
      try collect(call, count: call.argumentCount, .add)
    },
    Method("upsert", "inserts or updates rows when it is over", #"batch:upsert(p, { on = "name" })"#) { _, call in
      guard call.argumentCount > 2, case .table(let table) = call.value(call.argumentCount) else {
        return try collect(call, count: call.argumentCount, .upsert(on: nil))
      }
      let target = try SaveOptions(table, word: "upsert", upserts: true).target
      return try collect(call, count: call.argumentCount - 1, .upsert(on: target))
    },
    Method("delete", "deletes objects when it is over", "batch:delete(p)") { _, call in
      try collect(call, count: call.argumentCount, .delete)
    },
  ]

  /// Keeps the objects among the arguments until the batch is run.
  private static func collect(_ call: LuaCall, count: Int, _ kind: Batch.Kind) throws -> Int {
    guard let batch = call.object(1, as: Batch.self) else {
      throw ScriptError(SavingError.noBatch(found: call.value(1).described))
    }
    let source = try call.objects(count: count)
    let objects = try (0..<source.count).map { place in
      let object = try source[place]
      defer { object.drop() }
      return object.value
    }
    try batch.add(kind, objects)
    return 0
  }
}

extension HostTypes {
  package var batch: LuaHostType { self["batch"] }
}
