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

  package func push(_ number: Int, on stack: LuaStack) {
    guard view.order.section(number) != nil else { return stack.pushNil() }
    stack.push(SectionHandle(view, number: number, session: session), as: session.types.section)
  }

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__index": { call in
        guard let list = call.object(1, as: SectionList.self) else { return 0 }
        list.push(call.isNumber(2) ? call.integer(2).flatMap { Int(exactly: $0) } ?? 0 : 0, on: call.stack)
        return 1
      },
      "__len": { call in
        call.push(call.object(1, as: SectionList.self)?.view.order.sectionCount ?? 0)
        return 1
      },
      "__tostring": { call in
        let count = call.object(1, as: SectionList.self)?.view.order.sectionCount ?? 0
        return call.returning("list of \(count) \(count == 1 ? "section" : "sections")")
      },
      "__pairs": { [unowned session] call in
        guard let list = call.object(1, as: SectionList.self) else { return 0 }
        let sections = (0..<list.view.order.sectionCount).map { number in
          list.push(number + 1, on: call.stack)
          defer { call.stack.pop(1) }
          return call.stack.value(-1)
        }
        return pushPairs(sections, session, call)
      },
    ]
  }
}

extension HostTypes {
  package var sections: LuaHostType { self["sections"] }
}
