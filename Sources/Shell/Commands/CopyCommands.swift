import Model
import Scripting

extension Command {
  static let dump = Command(
    "dump", usage: ".dump", summary: "the statements that make the whole database again, schema and rows",
    example: ".dump"
  ) { runner, _ in
    try runner.session.settle()
    try runner.paged {
      try runner.session.main.store().engine.dump { statement in
        try runner.session.lua.checkInterruption()
        runner.output.result(statement + "\n")
      }
    }
  }

  static let backup = Command(
    "backup", usage: ".backup FILE", summary: "copies the database into a new file", arguments: [.file]
  ) { runner, argument in
    let path = argument.splittingFirstWord.word
    guard !path.isEmpty else { throw CommandRefusal.backupWithoutFile }
    try runner.session.settle()
    try runner.session.main.store().engine.copy(to: path)
  }

  static let record = Command(
    "record", usage: ".record FILE|off", summary: "writes the entries that work from now on into a new file, for .read",
    arguments: [.file]
  ) { runner, argument in
    if argument.isEmpty { return runner.output.result((runner.recording?.path ?? "off") + "\n") }
    if argument == "off" {
      defer { runner.recording = nil }
      try runner.recording?.close()
      return
    }
    let path = argument.splittingFirstWord.word
    if let recording = runner.recording { throw CommandRefusal.recordsAlready(path: recording.path) }
    guard let recording = EntryRecording(path: path) else {
      let reason = CommandError.cannot("write", path)
      throw CommandRefusal.cannotWriteRecord(reason)
    }
    runner.recording = recording
  }
}
