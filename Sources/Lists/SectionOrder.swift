import LuaRuntime
import Model
import ResultSets

/// In which order sections stand; one without a name always comes first.
package enum SectionOrder {
  /// By name.
  case ascending
  case descending
  /// As their first rows appear in the order of the rows given.
  case appearance
  /// By a function of two sections: whether the first comes first.
  case comparator(LuaFunction)
  /// By what a function makes of each section.
  case key(LuaFunction)

  /// Reads `"name"`, `"-name"`, `"appearance"` or a function.
  package init(_ value: LuaValue) throws {
    switch value {
    case .nil: self = .ascending
    case .userdata(let userdata) where userdata.object(as: NullValue.self) != nil: self = .ascending
    case .string where value.text == "name": self = .ascending
    case .string where value.text == "-name": self = .descending
    case .string where value.text == "appearance": self = .appearance
    case .function(let function): self = function.parameters.count >= 2 ? .comparator(function) : .key(function)
    default:
      throw ScriptError(ListError.notASectionOrder(value: value.described))
    }
  }

  var isAppearance: Bool {
    if case .appearance = self { return true }
    return false
  }

  var isByName: Bool {
    switch self {
    case .ascending, .descending: true
    case .appearance, .comparator, .key: false
    }
  }

  /// Whether sections are compared by a function, which sees their rows.
  var asksScript: Bool {
    switch self {
    case .comparator, .key: true
    case .ascending, .descending, .appearance: false
    }
  }

  /// The sections in order; `view` shows them in any order, `appearance` gives them as their rows appear.
  func sorted(_ appearance: [Int], in view: ResultView, _ session: SessionContext) throws -> [Int] {
    let names = view.names
    let unnamed = appearance.filter { names.key($0).isNull }
    let named = appearance.filter { !names.key($0).isNull }
    switch self {
    case .appearance: return unnamed + named
    case .ascending: return unnamed + named.sorted { names.key($0) < names.key($1) }
    case .descending: return unnamed + named.sorted { names.key($1) < names.key($0) }
    case .comparator(let function):
      let handles = handles(named, in: view, session)
      let places = try named.indices.sorted { left, right in
        try function.call([handles[left], handles[right]]).first?.isTruthy ?? false
      }
      return unnamed + places.map { named[$0] }
    case .key(let function):
      let keys = try handles(named, in: view, session).map { handle in
        guard let key = Scalar(try function.call([handle]).first ?? .nil) else {
          throw ScriptError(ListError.notASectionKey)
        }
        return key
      }
      let places = named.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      return unnamed + places.map { named[$0] }
    }
  }

  private func handles(_ sections: [Int], in view: ResultView, _ session: SessionContext) -> [LuaValue] {
    sections.map { section in
      let handle = SectionHandle(view, number: view.order.number(ofSection: section) ?? 0, session: session)
      return session.lua.makeUserdata(handle, as: session.types.section)
    }
  }
}
