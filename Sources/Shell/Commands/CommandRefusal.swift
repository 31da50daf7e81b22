/// Why a command of undoing, recording or copying cannot be done; the words are in `CommandRefusal+Words.swift`.
enum CommandRefusal: Error, CustomStringConvertible {
  case nothingToTakeBack
  case undoIsForPrompts
  case nothingInTransaction(isTrial: Bool)
  case trialTooLarge
  case openInTrial
  case backupWithoutFile
  case compareWithoutRequest
  case comparedIsNoRequest
  case comparedHasOtherFields([String])
  case recordsAlready(path: String)
  case cannotWriteRecord(String)
  case groupsWithout(name: String, names: [String])
  case rulesAreBroken(failures: Int, rows: Int, entity: String)
}
