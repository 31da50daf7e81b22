import LuaRuntime
import Model
import Query
import Requests
import Schema

/// What a script says of a list in memory: identity, sections, order, filter, and what to call when.
package struct MemoryRules {
  /// What tells rows from others: a field, or a function of the row; nil = `id`, or the key of an object.
  var unique: RowProperty?
  var section: RowProperty?
  var sort = RowSort.none
  var filter: RowFilter?
  var sectionOrder = SectionOrder.ascending
  var merge: LuaFunction?
  var setSection: LuaFunction?
  package var unload: LuaFunction?
  package var reload: LuaFunction?
  var title: LuaFunction?
  var pageSize = ResultSet.defaultPageSize

  package init() {}

  /// Whether functions of the script say how rows are told apart, ordered or put in sections.
  var askFunctions: Bool {
    if case .function? = unique { return true }
    if case .function? = section { return true }
    return !sort.functions.isEmpty || sectionOrder.asksScript
  }
}

/// How something is read from a row: by dotted name, by the first character of a field, by an expression, by a function.
package enum RowProperty {
  case member([String])
  case initial([String])
  /// What may be an expression, or else a member of that name.
  case expression(String, RowExpressions, isInitial: Bool)
  case function(LuaFunction)

  /// Reads `"team.name"`, `initial "name"` or a function.
  package init(_ value: LuaValue, word: String) throws {
    switch value {
    case .function(let function):
      self = .function(function)
      return
    case .string(let string):
      guard let name = string.text, !name.isEmpty else { break }
      self = .member(name.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
      return
    case .userdata(let userdata):
      guard let initial = userdata.object(as: InitialValue.self) else { break }
      self = .initial(initial.path.names)
      return
    default: break
    }
    throw ScriptError(ListError.notARule(word: word, value: value.described))
  }

  /// The same where a text that is no name may be an expression.
  func said(as word: String, _ session: SessionContext) -> RowProperty {
    switch self {
    case .member(let names) where !names.allSatisfy(\.isPlainPath):
      .expression(names.joined(separator: "."), RowExpressions(session, word: word), isInitial: false)
    case .initial(let names) where !names.allSatisfy(\.isPlainPath):
      .expression(names.joined(separator: "."), RowExpressions(session, word: word), isInitial: true)
    default: self
    }
  }

  func value(of row: LuaValue, on stack: LuaStack) throws -> LuaValue {
    switch self {
    case .expression(let text, let expressions, let isInitial):
      let said = try expressions.value(text, of: row)
      let value = try said ?? RowProperty.member(FieldPath(text).names).value(of: row, on: stack)
      return isInitial ? value.initial : value
    case .member(let names): return try row.member(names, on: stack)
    case .function(let function): return try function.call(showing: [row]).first ?? .nil
    case .initial(let names):
      let value = try row.member(names, on: stack)
      return value.initial
    }
  }

  /// What it says of a row, as the name of a section or an identity, with what the database knows of a field of an object.
  func said(of row: LuaValue, _ session: SessionContext, on stack: LuaStack) throws -> SectionName {
    let value = try value(of: row, on: stack)
    guard case .string = value, row.userdata != nil else { return SectionName(value: value) }
    let (names, isInitial): ([String], Bool)
    switch self {
    case .member(let path): (names, isInitial) = (path, false)
    case .initial(let path): (names, isInitial) = (path, true)
    case .expression(let text, let expressions, let isInitial):
      return SectionName(value: value, collation: isInitial ? nil : try expressions.collation(text, of: row))
    case .function: return SectionName(value: value)
    }
    return try RowMembers.withOwner(of: FieldPath(names.joined(separator: ".")), from: row, session) {
      members, owner in
      guard case .object(let object, let slot, let entity) = owner else { return SectionName(value: value) }
      let stored = try ObjectRows(session: session, stack: members.place.stack).value(slot, of: object, entity)
      if case .data = stored { return SectionName(value: value, isData: true) }
      return SectionName(value: value, collation: isInitial ? nil : entity.member(slot).collation)
    }
  }

  /// The name, for messages.
  var words: String {
    switch self {
    case .member(let names), .initial(let names): "'\(names.joined(separator: "."))'"
    case .expression(let text, _, _): "'\(text)'"
    case .function: "identity (the function gave nil)"
    }
  }
}

extension LuaValue {
  /// The first character of a text in upper case; a number counts as its text, and nil has none.
  var initial: LuaValue {
    switch self {
    case .string(let string): .string(LuaString(Lists.initial(of: string.lossyText)))
    case .integer(let number): .string(LuaString(Lists.initial(of: "\(number)")))
    case .number(let number): .string(LuaString(Lists.initial(of: "\(number)")))
    default: self
    }
  }
}

// MARK: Options

extension MemoryRules {
  package static let options = [
    "unique", "section", "sort", "filter", "sort_sections", "merge", "title", "page_size", "unload", "reload",
    "set_section",
  ]

  /// Reads the table of `result_set { … }`.
  package init(_ table: LuaTable, _ session: SessionContext, _ call: LuaCall) throws {
    for (key, value) in table.entries() {
      switch key.text {
      case "unique": unique = try RowProperty(value, word: "unique")
      case "section": section = try RowProperty(value, word: "section").said(as: "section", session)
      case "sort": sort = try RowSort(value, word: "sort", session, call)
      case "filter": filter = try RowFilter([value], word: "filter", session)
      case "sort_sections": sectionOrder = try SectionOrder(value)
      case "merge": merge = try function(value, "merge")
      case "title": title = try function(value, "title")
      case "page_size": pageSize = try Self.pageSize(value)
      case "unload": unload = try function(value, "unload")
      case "reload": reload = try function(value, "reload")
      case "set_section": setSection = try function(value, "set_section")
      default:
        let name = session.lua.describe(key)
        throw ScriptError(ListError.resultSetOption(name: name, candidates: Self.options))
      }
    }
  }

  private func function(_ value: LuaValue, _ word: String) throws -> LuaFunction {
    guard case .function(let function) = value else {
      throw ScriptError(ListError.notAFunction(word: word, value: value.described))
    }
    return function
  }

  static func pageSize(_ value: LuaValue) throws -> Int {
    guard let size = value.integer.flatMap({ Int(exactly: $0) }), size > 0 else {
      throw ScriptError(ListError.pageSize(value: value.described))
    }
    return size
  }
}

extension FieldPath {
  /// All its names, the last one included.
  var names: [String] { relations + [field] }
}

extension LuaValue {
  /// The member of a row that dotted names lead to; nil where something on the way is nil.
  func member(_ names: [String], on stack: LuaStack) throws -> LuaValue {
    let member = BorrowedValue(self, on: stack)
    defer { member.drop() }
    guard member.hasRoom(8) else { return .nil }
    // Nothing is declared of a plain table: what is no table on the way has no members, as in JSON.
    let isOpen = member.isTable
    for name in names {
      if member.isNil || isOpen && !member.isTable && member.rowObject == nil { return .nil }
      try member.become(read: name)
    }
    return member.value
  }
}
