import LuaRows
import LuaRuntime

/// What functions of a script give as members of rows that are lent to other functions, which do not hold them.
///
/// Each is asked when it is read: most functions read none. A lent object has this where another has what keeps its rows.
package final class GivenMembers {
  private let give: (_ name: String, _ row: BorrowedValue) throws -> LuaValue

  package init(_ give: @escaping (_ name: String, _ row: BorrowedValue) throws -> LuaValue) {
    self.give = give
  }

  func value(of name: String, _ row: BorrowedValue) throws -> LuaValue { try give(name, row) }
}

extension LuaRowObject {
  var givenMembers: GivenMembers? { anchor(as: GivenMembers.self) }
}
