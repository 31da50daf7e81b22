import LuaRuntime
import Query
import Schema

/// Reads what functions of Lua do with a row, and says it in SQL where that is provably the same.
///
///     translator.filter(function, world)   // function(p) return p.age >= 20 end
///     // pushed: age >= 20
package final class ClosureTranslator {
  private let lua: LuaState
  private let library: Library
  /// Whether functions of Lua are as expected here; nil until it is asked for.
  private var isFit: Bool?

  /// Made before scripts run: Lua's own functions are known by what they are now.
  package init(_ lua: LuaState) {
    self.lua = lua
    library = Library(lua)
  }

  /// What a closure is read for.
  package struct World {
    package var entity: Entity
    package var catalog: Catalog
    package var dialect: any Dialect
    package var host: (any ClosureHost)?
    /// What the request computes of each row, by the names of these members.
    package var computed: [String: ComputedField] = [:]

    package init(entity: Entity, catalog: Catalog, dialect: any Dialect, host: (any ClosureHost)? = nil) {
      self.entity = entity
      self.catalog = catalog
      self.dialect = dialect
      self.host = host
    }
  }

  /// What a function that selects rows does.
  ///
  /// Functions that are read for one request share a budget; without one, this has its own.
  ///
  /// - Throws: `LuaError` where the entry is being stopped.
  package func filter(_ function: LuaFunction, _ world: World, _ budget: ReadingBudget? = nil) throws -> FilterReading {
    let reading = try filter(function, world, budget, asFarAs: nil)
    guard case .closure(let reason) = reading, reason.isAboutSize else { return reading }
    // What it asks first may leave rows out that it need not be called for.
    for forks in [5, 2] {
      let budget = ReadingBudget(lua, ReadingBudget.all / 6)
      guard case .prefilter(.never, let ask, _) = try filter(function, world, budget, asFarAs: forks) else { continue }
      return .prefilter(yes: .never, ask: ask, reasons: [reason])
    }
    return reading
  }

  /// The same, read as far as some forks of each way; nil for all of it.
  func filter(
    _ function: LuaFunction, _ world: World, _ budget: ReadingBudget?, asFarAs forks: Int?
  ) throws -> FilterReading {
    try read(function, world, .truth, budget, orElse: FilterReading.closure) { executor in
      executor.mostForks = forks
      let root = try executor.read(function, [.row(row(of: world, 0))])
      let decided = try executor.decided(root)
      let yes = try executor.condition(for: .yes, root: decided).withLikelyRanges
      let no = try executor.condition(for: .no, root: decided)
      let ask = try executor.condition(for: .ask, root: root)
      if ask == .always { return .closure(executor.mainReason(of: function)) }
      try world.check([yes, no, ask])
      if ask == .never { return .pushed(yes: yes, no: no) }
      return .prefilter(yes: yes, ask: ask, reasons: executor.reasons(of: function))
    }
  }

  /// The members that a function reads of a row, where it does nothing else with that; nil where that cannot be said.
  package func members(readBy function: LuaFunction) throws -> Set<String>? {
    guard try isFitToRead(), let bytes = function.bytecode, let prototype = ChunkReader.read(bytes) else { return nil }
    return prototype.code.count <= Self.longestCode ? RowUse.members(in: prototype) : nil
  }

  /// A function of more instructions is asked for all that it may read: to follow its argument would take too long.
  private static let longestCode = 10_000

  /// What `body` makes of a function, or why it must be called.
  func read<Reading>(
    _ function: LuaFunction, _ world: World, _ goal: Executor.Goal, _ budget: ReadingBudget?,
    orElse closure: (ClosureReason) -> Reading, _ body: (Executor) throws -> Reading
  ) throws -> Reading {
    guard try isFitToRead() else { return closure(ClosureReason(.otherLua)) }
    if budget?.isSpent == true { return closure(ClosureReason(.stepsAreSpent, of: function)) }
    do {
      return try body(executor(world, goal, budget ?? ReadingBudget(lua)))
    } catch let error as Untranslatable {
      return closure(ClosureReason(error.reason, line: error.line, of: function))
    } catch let error as LuaError where error.kind.isInterruption {
      throw error
    } catch {
      return closure(ClosureReason(String(describing: error), of: function))
    }
  }

  private func executor(_ world: World, _ goal: Executor.Goal, _ budget: ReadingBudget) -> Executor {
    let operations = Operations(library: library, dialect: world.dialect, lua: lua, host: world.host, budget)
    let rows = MemberReader(
      catalog: world.catalog, dialect: world.dialect, host: world.host, computed: world.computed)
    return Executor(operations, rows, goal: goal)
  }

  func row(of world: World, _ argument: Int) -> Row { Self.row(of: world.entity, argument) }

  static func row(of entity: Entity, _ argument: Int) -> Row {
    let keys = entity.keySlots
    var row = Row(argument: argument, relations: [], entity: entity.name)
    if keys.count == 1 {
      row.identity = .field(FieldPath(relations: row.path([]), field: entity.fields[keys[0]].name))
    }
    return row
  }

  // MARK: SelfTest

  /// Reads some functions whose meaning is known: what is not read right is better not read at all.
  private func isFitToRead() throws -> Bool {
    if let isFit { return isFit }
    let result = SelfTest.allSing(in: self, lua)
    // What is being stopped says nothing of how Lua is.
    try lua.checkInterruption()
    isFit = result
    return result
  }

  /// The condition of a filter that is read without asking whether that is safe.
  func unchecked(_ function: LuaFunction, _ world: World) -> Expression? {
    let executor = executor(world, .truth, ReadingBudget(lua))
    guard let root = try? executor.read(function, [.row(row(of: world, 0))]) else { return nil }
    return try? executor.condition(for: .yes, root: executor.decided(root))
  }
}

extension Executor {
  /// Why some rows are asked, as it is told.
  func reasons(of function: LuaFunction) -> [ClosureReason] {
    reasons.map { ClosureReason($0.text, line: $0.line, of: function) }
  }

  /// Why all rows are asked: what SQL does not say, rather than what is an error.
  func mainReason(of function: LuaFunction) -> ClosureReason {
    guard let reason = firstReason else { return ClosureReason(.askedForEveryRow, of: function) }
    return ClosureReason(reason.text, line: reason.line, of: function)
  }

  var mainReason: String { firstReason?.text ?? ClosureRefusal.askedForEveryRow.words }

  private var firstReason: Reason? { reasons.first { !$0.isError } ?? reasons.first }
}

/// How a function that selects rows is answered.
package enum FilterReading {
  /// The database says it: `yes` selects the rows, `no` all others. (NULL is neither.)
  case pushed(yes: Expression, no: Expression)
  /// For rows where `ask` holds the closure is called, for the others `yes` says what it would answer.
  case prefilter(yes: Expression, ask: Expression, reasons: [ClosureReason])
  /// The closure is called for each row.
  case closure(ClosureReason)
}

/// Why a closure is called, and where.
package struct ClosureReason: Hashable, CustomStringConvertible {
  package var text: String
  /// `report.lua:3`, where it is known.
  package var place: String?

  init(_ text: String, line: Int? = nil, of function: LuaFunction? = nil) {
    self.text = text
    guard let definition = function?.definition else { return }
    place = "\(definition.source):\(line ?? definition.line)"
  }

  /// Whether it is too much to be read, or to be said to the database.
  fileprivate var isAboutSize: Bool {
    [
      CodeRefusal.tooManySteps.words, CodeRefusal.tooManyTurns.words, CodeRefusal.tooLong.words,
      ClosureRefusal.tooLarge.words,
    ].contains(text)
  }

  package var description: String { place.map { "\($0): \(text)" } ?? text }
}
