import Lists
import LuaRuntime
import Model
import Query
import Requests
import Schema

extension RequestMethods {
  /// `request:sectioned_by("team.name")`.
  static let sectionedBy = Method(
    "sectioned_by", "what its result sets are sectioned by",
    #"Player:sectioned_by("team.name"):results()   Player:sectioned_by(initial "name"):results()"#
  ) { session, call in
    guard call.argumentCount == 2 else {
      throw MethodError.sectionedByWithoutName
    }
    var reader = RowValueReader(try call.request(), word: "sectioned_by")
    var functions: [ScriptHook: LuaFunction] = [:]
    let section: SectionKey
    if let path = try reader.readWritten(call.value(2)) {
      return Requester(session).push(
        reader.request.with(Order()) { request, _ in request.section = .field(path) }, on: call.stack)
    }
    switch try RowProperty(call.value(2), word: "the key of sections") {
    case .member(let names): section = .field(try reader.readReference(names.joined(separator: ".")))
    case .initial(let names): section = .initial(try reader.read(names.joined(separator: ".")))
    case .expression(let text, _, let isInitial):
      let path = try reader.read(text)
      section = isInitial ? .initial(path) : .field(path)
    case .function(let function):
      let hook = session.state(Numbers.self).newHook()
      functions[hook] = function
      section = .closure(hook)
    }
    return Requester(session).push(
      reader.request.with(Order(functions: functions)) { request, _ in request.section = section }, on: call.stack)
  }

  static let resultsOptions = ["sort_sections", "title", "page_size", "pushdown"]

  /// `request:results { sort_sections = "appearance" }`.
  static let results = Method(
    "results", takes: 1, "the result set: rows in sections, which follow what is committed",
    #"rs = Player:sectioned_by("team.name"):results { sort_sections = "appearance" }"#
  ) { session, call in
    var handle = try call.request()
    var options = MemoryRules()
    if call.argumentCount > 1, !call.isNil(2) {
      guard case .table(let table) = call.value(2) else {
        throw MethodError.resultsWithoutTable(value: call.value(2).described)
      }
      let rules = session.lua.makeTable()
      for (key, value) in table.entries() {
        if key.text == "pushdown" {
          handle = try handle.pushing(value, word: "results")
          continue
        }
        rules[key] = value
        if resultsOptions.contains(key.text ?? "") { continue }
        let name = session.lua.describe(key)
        throw MethodError.noResultsOption(
          name: name, candidates: resultsOptions, isOfRequest: MemoryRules.options.contains(name))
      }
      options = try MemoryRules(rules, session, call)
    }
    call.stack.push(try BoundResultSet(handle, options), as: session.types.resultSet)
    return 1
  }
}
