import Scripting

extension Command {
  static let watch = Command(
    "watch", usage: ".watch REQUEST", summary: "prints what changes in the rows of a request, until Ctrl-C",
    arguments: [.request]
  ) { runner, argument in
    let request = try runner.request(argument, for: "watch")
    if case .groups = runner.session.nature(of: request) {
      throw CommandError.watchOfGroups
    }
    runner.output.message(runner.settings.messagePalette("watching: Ctrl-C ends it", .dim) + "\n")
    _ = try runner.call("local request = ... request:results():watch()", request)
  }
}
