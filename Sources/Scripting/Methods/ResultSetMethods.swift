import Lists
import LuaRuntime
import Model
import ResultSets
import Schema

/// The methods of result sets.
package enum ResultSetMethods {
  package static let all: [Method] = reading + changing + following + bound + exchange

  /// What changes what a list in memory holds or shows; a set of a request says why it cannot be edited, not how.
  private static let changing = (edits + rules).map { method in
    method.judgingItself { $0.object(1, as: ResultSet.self) is BoundResultSet }
  }

  /// What a snapshot answers: what only reads what it shows.
  static let ofSnapshots = reading.filter {
    ["at", "section", "section_count", "titles", "section_for_title", "objects", "find"].contains($0.name)
  }

  static func resultSet(_ call: LuaCall) throws -> ResultSet {
    guard let set = call.object(1, as: ResultSet.self) else {
      throw MethodError.notAResultSet(value: call.value(1).described)
    }
    try set.prepareToRead()
    return set
  }

  /// What a result set or a snapshot shows.
  static func view(_ call: LuaCall) throws -> ResultView {
    if let snapshot = call.object(1, as: ResultSnapshot.self) { return snapshot.view }
    return try resultSet(call).view
  }

  /// Calls functions of the script that must not change the result set meanwhile; a snapshot stays as it is anyway.
  static func asking<Result>(_ call: LuaCall, _ body: () throws -> Result) throws -> Result {
    guard let set = call.object(1, as: ResultSet.self) else { return try body() }
    return try set.asking(body)
  }

  /// A whole number, for a place.
  static func number(_ call: LuaCall, _ index: Int, _ word: String) throws -> Int {
    guard call.isNumber(index), let number = call.integer(index), let place = Int(exactly: number) else {
      throw MethodError.notAPlaceInSet(word: word, value: call.value(index).described)
    }
    return place
  }

  // MARK: Following

  private static let following: [Method] = [
    Method(
      "observe", takes: 1, "tells a function of each change; gives the function that ends it",
      "stop = rs:observe(print)"
    ) {
      _, call in
      let set = try resultSet(call)
      switch call.value(2) {
      case .function(let function): call.push(set.observe(will: nil, did: function))
      case .table(let table):
        let (will, did) = (table["will"], table["did"])
        guard will.isNil || will.function != nil, did.isNil || did.function != nil, !(will.isNil && did.isNil) else {
          fallthrough
        }
        call.push(set.observe(will: will.function, did: did.function))
      default:
        throw MethodError.observeWithoutChanges(value: call.value(2).described)
      }
      return 1
    },
    Method("snapshot", takes: 0, "what it shows now, kept: for diff(old, new)", "old = rs:snapshot()") {
      session, call in
      call.stack.push(ResultSnapshot(try resultSet(call).view.kept(session)), as: session.types.snapshot)
      return 1
    },
  ]

  static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__index": { [unowned session] call in try readMember(call, session) },
      "__newindex": { call in
        switch call.object(1, as: ResultSet.self) {
        case nil: throw MethodError.assignedSnapshot
        case is BoundResultSet:
          throw MethodError.assignedRequest
        default:
          throw MethodError.assignedResultSet
        }
      },
      "__len": { call in
        call.push(try view(call).order.rowCount)
        return 1
      },
      "__tostring": { call in
        guard let view = try? view(call) else { return call.returning("result set") }
        let word = call.object(1, as: ResultSnapshot.self) == nil ? "result set" : "snapshot"
        return call.returning("\(word) of \(view.summary)")
      },
      "__pairs": { [unowned session] call in
        pushPairs(try view(call).objects(on: call.stack), session, call)
      },
    ]
  }

  /// `rs.sections`, `rs[1]`.
  private static func readMember(_ call: LuaCall, _ session: SessionContext) throws -> Int {
    let view = try view(call)
    if call.isNumber(2) {
      let position = call.integer(2).flatMap { view.order.position(ofNth: Int($0)) }
      call.push(try position.map { try view.object(at: $0, on: call.stack) } ?? .nil)
      return 1
    }
    let name = session.lua.describe(call.value(2))
    guard name == "sections" else {
      let names = all.map(\.name) + ["sections"]
      throw MethodError.noMember(
        name: name, isSnapshot: call.object(1, as: ResultSnapshot.self) != nil, candidates: names)
    }
    call.stack.push(SectionList(view, session), as: session.types.sections)
    return 1
  }
}
