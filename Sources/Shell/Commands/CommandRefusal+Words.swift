import Encodings
import Schema

extension CommandRefusal {
  var description: String {
    switch self {
    case .nothingToTakeBack: ".undo: nothing is left to take back"
    case .undoIsForPrompts: ".undo: it is for what is typed at a prompt"
    case .nothingInTransaction(let isTrial):
      ".undo: nothing was written in this transaction yet: \(isTrial ? ".discard" : "ROLLBACK") ends it"
    case .trialTooLarge: ".diff: the trial has changed more than 64 MiB of rows: they are not listed"
    case .openInTrial: ".open: a trial is under way: .keep commits what it did, .discard forgets it"
    case .backupWithoutFile: ".backup takes the name of a new file: .backup shop-copy.db"
    case .compareWithoutRequest:
      ".compare takes a database and a request, such as .compare yesterday.db Player:all()"
    case .comparedIsNoRequest: ".compare: the request gives no rows"
    case .comparedHasOtherFields(let names):
      ".compare: the rows have other fields there: " + names.map { escapingControls($0) }.joined(separator: ", ")
    case .recordsAlready(let path): ".record: entries go to \(escapingControls(path)): .record off ends it"
    case .cannotWriteRecord(let reason): ".record: \(reason)"
    case .groupsWithout(let name, let names):
      ".chart: the groups have no \(quotedExcerpt(name)).\(suggestion(for: name, in: names)) They have "
        + names.map { escapingControls($0) }.joined(separator: ", ")
    case .rulesAreBroken(let failures, let rows, let entity):
      ".check: \(grouped(failures)) \(failures == 1 ? "value breaks" : "values break") a rule in \(grouped(rows))"
        + " \(rows == 1 ? "row" : "rows") of \(escapingControls(entity))"
    }
  }
}
