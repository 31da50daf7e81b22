import LuaRuntime
import Model
import ResultSets
import Schema

/// One section of a list as it was when it was asked for.
package final class SectionHandle {
  package let view: ResultView
  /// Its place, counted from 1.
  let number: Int
  unowned let session: SessionContext

  init(_ view: ResultView, number: Int, session: SessionContext) {
    self.view = view
    self.number = number
    self.session = session
  }

  package var section: SectionedOrder.Section? { view.order.section(number) }
  var count: Int { section?.range.count ?? 0 }
  package var name: LuaValue { view.name(ofSection: number) }

  func objects(on stack: LuaStack) throws -> [LuaValue] {
    try section?.range.map { try view.object($0, on: stack) } ?? []
  }

  static let members = ["name", "title", "index"]

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__index": { [unowned session] call in
        guard let handle = call.object(1, as: SectionHandle.self) else { return 0 }
        return try handle.read(call, session)
      },
      "__newindex": { _ in throw ScriptError(ListError.assignedSection) },
      "__len": { call in
        call.push(call.object(1, as: SectionHandle.self)?.count ?? 0)
        return 1
      },
      "__tostring": { [unowned session] call in
        guard let handle = call.object(1, as: SectionHandle.self) else { return call.returning("section") }
        return call.returning(
          "section \(SectionNames.words(for: handle.name, session.lua)) (\(rowWords(handle.count)))")
      },
      "__pairs": { [unowned session] call in
        guard let handle = call.object(1, as: SectionHandle.self) else { return 0 }
        return pushPairs(try handle.objects(on: call.stack), session, call)
      },
    ]
  }

  private func read(_ call: LuaCall, _ session: SessionContext) throws -> Int {
    if call.isNumber(2) {
      let row = call.integer(2).flatMap { Int(exactly: $0) } ?? 0
      call.push(try view.object(at: Position(section: number, row: row), on: call.stack))
      return 1
    }
    switch call.string(2) {
    case "name": call.push(name)
    case "title": call.push(try section.map { try view.title($0.identity, session) } ?? .nil)
    case "index": call.push(number)
    default:
      let name = session.lua.describe(call.value(2))
      throw ScriptError(ListError.noSectionMember(name: name, candidates: Self.members))
    }
    return 1
  }
}

extension HostTypes {
  package var section: LuaHostType { self["section"] }
}
