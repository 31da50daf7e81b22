import LuaRuntime
import Model

/// The sections of a list: `rs.sections[1]`, `#rs.sections`.
package final class SectionList {
  let view: ResultView
  unowned let session: SessionContext

  package init(_ view: ResultView, _ session: SessionContext) {
    self.view = view
    self.session = session
  }

  /// The section with a number from 1, or nil.
  package subscript(number: Int) -> LuaValue {
    guard view.order.section(number) != nil else { return .nil }
    let section = SectionHandle(view, number: number, session: session)
    return session.lua.makeUserdata(section, as: session.types.section)
  }

  /// How many there are, and what the first are called: `list of 2 sections: A, B`.
  private var words: String {
    let (count, most) = (view.order.sectionCount, 10)
    let names = (1...most).compactMap { view.order.section($0) }.map {
      SectionNames.words(for: view.name($0.identity), session.lua)
    }
    let list = names.isEmpty ? "" : ": " + (names + (count > most ? ["…"] : [])).joined(separator: ", ")
    return "list of \(count) \(count == 1 ? "section" : "sections")\(list)"
  }

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__index": { call in
        guard let list = call.object(1, as: SectionList.self) else { return 0 }
        call.push(list[call.isNumber(2) ? call.integer(2).flatMap { Int(exactly: $0) } ?? 0 : 0])
        return 1
      },
      "__newindex": { _ in throw ScriptError(ListError.assignedSection) },
      "__len": { call in
        call.push(call.object(1, as: SectionList.self)?.view.order.sectionCount ?? 0)
        return 1
      },
      "__tostring": { call in
        return call.returning(call.object(1, as: SectionList.self)?.words ?? "list of sections")
      },
      "__pairs": { [unowned session] call in
        guard let list = call.object(1, as: SectionList.self) else { return 0 }
        let sections = (0..<list.view.order.sectionCount).map { list[$0 + 1] }
        return pushPairs(sections, session, call)
      },
    ]
  }
}

extension HostTypes {
  package var sections: LuaHostType { self["sections"] }
}
