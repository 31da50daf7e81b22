extension HistoryFile.Failure {
  static let isLocked = Self(reason: "another program holds its lock")
  static let isReplaced = Self(reason: "it is replaced all the time")
  static let noOrdinaryFile = Self(reason: "it is no ordinary file")
}
