import Store

extension PostgreSQLEngine {
  /// What a server of a kind can do.
  package static func abilities(of server: ServerKind) -> Capabilities {
    var reasons = reasons
    if server.isAtomicAcrossNodes { reasons[.atomicNodes] = nil }
    if !server.numbersCommits { reasons[.followingOthers] = "CockroachDB does not number what was committed" }
    return Capabilities(without: reasons)
  }

  package static let abilities = abilities(of: .postgreSQL)

  private static let reasons: [Capabilities.Capability: String] = [
    .denseKeys: "a sequence makes the keys: what is undone leaves gaps",
    .callbacks: "the server runs no functions of the program",
    .anyColumns: "PostgreSQL has no columns for values of any kind",
    .collations: "columns compare texts by their bytes",
    .zerosInTexts: "PostgreSQL cannot store a text that holds the character NUL",
    .allPatterns: "PostgreSQL searches exactly for characters, sets of characters, groups and counts alone",
    .documentFunctions: "functions that look into documents of a declared form are run row by row",
    .infinities: "PostgreSQL refuses to reckon beyond the largest real number",
    .recording: "the server keeps no record of what rows were",
    .copies: "the server's own tools, such as pg_dump, do that",
    .atomicNodes: "postgres_fdw commits on one node after the other",
  ]
}

extension StoreError {
  /// The error for what the engine cannot do, with what to do about it.
  static func cannot(
    _ capability: Capabilities.Capability, _ advice: String, _ text: String, _ location: String, kind: Kind = .misuse
  ) -> StoreError {
    let reason = PostgreSQLEngine.abilities.reason(against: capability) ?? ""
    var error = StoreError(kind, reason: "\(reason): \(advice)", sql: text, location: location)
    error.missing = capability
    return error
  }
}
