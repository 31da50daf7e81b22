import Scripting

extension Runner {
  /// Takes in a file of rows that was named in place of a database; at a prompt the entity is shown.
  package func take(_ path: String) -> Outcome {
    reporting {
      _ = try enter {
        try session.take(path) { text in
          if terminal.isInteractive { output.message(settings.messagePalette(text, .dim) + "\n") }
        }
      }
    }
  }
}
