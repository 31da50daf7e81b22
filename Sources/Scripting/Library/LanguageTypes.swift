import Encodings
import Interchange
import Lists
import LuaRuntime
import Model
import Requests
import Schema

/// The words of the language as types that editors read (LuaCATS, for lua-language-server).
///
///     ---@class moonshell.request
///     ---Keeps the rows that satisfy a condition.
///     function request:where(...) end
package enum LanguageTypes {
  /// The language.
  package static let text: String = {
    let types = HostTypeDefinition.all.filter { !$0.methods().isEmpty }
    let parts = [head] + types.map(text(of:)) + [decimals, words, tests]
    return parts.joined(separator: "\n\n") + "\n"
  }()

  private static let head = """
    ---@meta moonshell
    -- The words of Moonshell for editors: point lua-language-server's workspace.library to the folder of this file.
    """

  private static let decimals = """
    ---@class moonshell.decimal
    ---@operator add(moonshell.decimal|integer): moonshell.decimal
    ---@operator sub(moonshell.decimal|integer): moonshell.decimal
    ---@operator mul(moonshell.decimal|integer): moonshell.decimal
    ---@operator div(moonshell.decimal|integer): moonshell.decimal
    ---@operator unm: moonshell.decimal
    ---@field equals fun(self: moonshell.decimal, other: any): boolean
    """

  /// What methods give that have the same kind of thing again.
  private static let requests: Set<String> = [
    "where", "sorted_by", "limit", "offset", "with", "select", "sectioned_by", "on", "distinct", "all", "reversed",
    "annotate", "from_sql",
  ]

  private static func className(_ type: String) -> String { "moonshell." + type.replacing(" ", with: "_") }

  private static func text(of type: HostTypeDefinition) -> String {
    let name = type.name.replacing(" ", with: "_")
    var lines = ["---@class \(className(type.name))"]
    if type.name == "entity" { lines.append("---@overload fun(fields?: table): moonshell.object") }
    lines.append("local \(name) = {}")
    var known: Set<String> = []
    for method in type.methods() where known.insert(method.name).inserted {
      lines += ["", "---\(method.summary)", "---```lua", "---\(method.example)", "---```", "---@param ... any"]
      lines.append("---@return \(result(of: method.name, type.name))")
      lines.append("function \(name):\(method.name)(...) end")
    }
    return lines.joined(separator: "\n")
  }

  private static func result(of method: String, _ type: String) -> String {
    if type == "entity" || type == "request", requests.contains(method) { return className("request") }
    switch (type, method) {
    case ("entity", "create"), ("entity", "get"), ("entity", "first"), ("request", "first"): return className("object")
    case ("entity", "fetch"), ("entity", "sample"), ("request", "fetch"): return className("object") + "[]"
    case ("object", "descendants"), ("object", "ancestors"), ("database", "from_sql"): return className("request")
    case (_, "count"): return "integer"
    case (_, "encode"): return "string"
    case (_, "group_by"), ("groups", "aggregate"), ("groups", "having"), ("groups", "sorted_by"), ("groups", "limit"):
      return className("groups")
    case ("entity", "results"), ("request", "results"): return className("result set")
    default: return "any"
    }
  }

  private static let words: String = {
    let functions = Library.all.filter { !values.keys.contains($0.name) }.map { word in
      let result =
        switch word.name {
        case "entity": className("entity")
        case "result_set": className("result set")
        case "open": className("database")
        case "encode", "generate", "infer": "string"
        default: "any"
        }
      return "---\(word.summary)\n---```lua\n---\(word.example)\n---```\n---@param ... any\n---@return \(result)\n"
        + "function \(word.name)(...) end"
    }
    let others = Library.all.filter { values.keys.contains($0.name) }.map { word in
      "---\(word.summary)\n---@type \(values[word.name] ?? "any")\n\(word.name) = nil"
    }
    return (functions + others).joined(separator: "\n\n")
  }()

  /// The words that are values, with their types.
  private static let values = [
    "db": "moonshell.database", "is": "moonshell.is", "null": "any", "settings": "table",
  ]

  private static let tests: String = {
    let fields = TestKind.all.map { kind in
      let type = kind.operands == .none ? "any" : "fun(...: any): any"
      return "---@field \(kind.name) \(type) \(kind.summary)"
    }
    return (["---@class moonshell.is"] + fields).joined(separator: "\n")
  }()
}
