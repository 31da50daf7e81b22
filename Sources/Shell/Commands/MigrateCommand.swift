import Model
import Scripting

extension Command {
  static let migrate = Command(
    "migrate", usage: ".migrate",
    summary: "changes the tables to the declared schema, keeping the data; shows how, and asks"
  ) { runner, argument in
    guard argument.isEmpty else {
      throw CommandError.migrateTakesNothing
    }
    // The plan is shown here, and not by the word itself.
    runner.session.showsValues = true
    defer { runner.session.showsValues = false }
    let plan = try runner.call("return moon.db:migrate { dry_run = true }")
    // Where there is nothing to agree to, the word itself says so.
    guard runner.terminal.isInteractive, plan.contains(where: Words(runner.session.context).canMigrate(by:)) else {
      return try runner.show(runner.call("return moon.db:migrate()"))
    }
    try runner.show(plan)
    guard try runner.asks("Change the database like this?") else {
      return runner.output.message("nothing was changed\n")
    }
    _ = try runner.call("return moon.db:migrate()")
    runner.output.message("done\n")
  }
}
