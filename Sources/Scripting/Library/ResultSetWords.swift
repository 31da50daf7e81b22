import Lists
import LuaRuntime
import Model
import Query
import ResultSets
import Schema

extension Word {
  static let resultSet = Word(
    function: "result_set", takes: 1, "a list of any rows: sectioned, sorted, filtered, able to say what changed",
    #"rs = result_set { unique = "id", section = "team", sort = "-score" }"#
  ) { session, call in
    guard case .table(let options) = call.value(1) else {
      throw WordError.resultSetWithoutOptions(value: call.value(1).described)
    }
    RowCopies(session).guardListedRows()
    call.stack.push(MemoryResultSet(session, try MemoryRules(options, session, call)), as: session.types.resultSet)
    return 1
  }

  static let initial = Word(
    function: "initial", takes: 1, "the first character of a field in upper case, for sections",
    #"section = initial "name""#
  ) { session, call in
    guard call.kind(1) == .string, let name = call.string(1), !name.isEmpty else {
      throw WordError.initialWithoutField(value: call.value(1).described)
    }
    call.stack.push(InitialValue(FieldPath(name)), as: session.types.initial)
    return 1
  }

  static let diff = Word(
    function: "diff", takes: 3, "what turns one list into another",
    #"diff(old, new, { unique = "id", section = "team" })"#
  ) { session, call in
    let options = call.value(3).isNil ? session.lua.makeTable() : call.value(3).table
    guard let options else {
      throw WordError.diffOptionsNotATable(value: call.value(3).described)
    }
    RowCopies(session).push(
      try ListDifference(session, options, call).changes(call.value(1), call.value(2)), on: call.stack)
    return 1
  }
}
