import Scripting

extension Command {
  static let migrate = Command(
    "migrate", usage: ".migrate", summary: "changes the tables to the declared schema, keeping the data, and says how"
  ) { runner, argument in
    guard argument.isEmpty else {
      throw CommandError.usage("migrate", ".migrate takes nothing: db:migrate { … } has options")
    }
    // The plan is shown here, and not by the word itself.
    runner.session.showsValues = true
    defer { runner.session.showsValues = false }
    try runner.show(runner.call("return moon.db:migrate()"))
  }
}
