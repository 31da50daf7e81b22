import CConfinement
import Platform
import PostgreSQLEngine
import SQLiteEngine
import Shell
import Store

/// The walls around a run that was asked for with `--sandbox`.
///
///     let round = try Sandbox(options, database: "shop.db", isWritten: true, isPrompt: false).enter()
///     // from here on there is no file but shop.db; round: 0, or how often the inside has died before
struct Sandbox {
  /// What scripts may use where nothing else is said: a program in a sandbox is not trusted with all there is.
  static let memoryLimit = 512 << 20

  private let options: RunOptions
  private let database: String?
  /// Whether the database may be written: a file of rows is only read.
  private let isWritten: Bool
  private let isPrompt: Bool

  init(_ options: RunOptions, database: String?, isWritten: Bool, isPrompt: Bool) {
    self.options = options
    self.database = database
    self.isWritten = isWritten
    self.isPrompt = isPrompt
  }

  /// Why there is no sandbox.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes the outside, which stays, and the inside, in which this returns.
  ///
  /// - Parameter connect: makes connections inside, before the door is locked.
  func enter(_ connect: () throws -> Void) throws -> Int {
    if let missing { throw missing }
    // The outside looks at the plan as long as it lives.
    let plan = UnsafeMutablePointer<confinement_plan>.allocate(capacity: 1)
    plan.initialize(to: makePlan())
    let round = confinement_split(plan)
    guard round >= 0 else { throw Refusal.noProcess(reason) }
    try connect()
    try lock(plan)
    return Int(round)
  }

  /// What this system lacks.
  private var missing: Refusal? {
    if !confinement_has_filter() { return .noFilter }
    guard !(options.allowRead + options.allowWrite).isEmpty, confinement_landlock_version() == 0 else { return nil }
    return .noLandlock(options.allowRead.isEmpty ? "--allow-write" : "--allow-read")
  }

  private var reason: String { String(cString: strerror(errno)).lowercased() }

  /// Whether the database is on a server.
  private var hasServer: Bool { database.flatMap { ServerAddress($0) } != nil }

  /// The database, if it is in a file.
  private var file: String? { database == Location.fresh || hasServer ? nil : database }

  private func makePlan() -> confinement_plan {
    var plan = confinement_plan()
    if let file { plan.database = UnsafePointer(strdup(file)) }
    plan.has_server = hasServer
    plan.is_read_only = options.readOnly || !isWritten
    plan.readable = Self.list(options.allowRead)
    plan.readable_count = options.allowRead.count
    plan.writable = Self.list(options.allowWrite)
    plan.writable_count = options.allowWrite.count
    plan.memory = options.memoryLimit ?? Self.memoryLimit
    let chunks = options.execute.count + (options.`init` == nil ? 0 : 1) + (isPrompt ? 0 : 1)
    plan.seconds = isPrompt && chunks == 0 ? 0 : (options.timeLimit ?? 0) * Double(chunks)
    plan.is_prompt = isPrompt && Terminal.current().isInteractive
    return plan
  }

  private static func list(_ paths: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: max(paths.count, 1))
    for (index, path) in paths.enumerated() { list[index] = UnsafePointer(strdup(path)) }
    return UnsafePointer(list)
  }

  /// Locks the inside in, once it has read what it can read only before.
  private func lock(_ plan: UnsafePointer<confinement_plan>) throws(Refusal) {
    confinement_forget_environment()
    Terminal.useUTF8()
    if isPrompt, Terminal.current().isInteractive { EditlineReader.prepare() }
    guard confinement_lock(plan) == 0 else { throw .noLock(reason) }
    guard SQLiteEngine.confine(toDatabase: file) else {
      throw .fixedSQLite
    }
  }
}
