import Encodings
import Interchange
import LuaRuntime
import Model
import Schema

/// A schema as types that editors read: what its objects have, what makes them, and what its requests give.
///
///     ---@class Player: moonshell.object
///     ---@field name string
///     ---@field team? Team
///
///     ---@class Player.new                  what `Player { … }` takes
///     ---@class Player.request: …           what `Player:where { … }` gives
struct SchemaTypes {
  private let entities: [Entity]
  private var names: [String: String] = [:]
  /// What scripts added to the objects of an entity, and to its requests.
  private var methods: [String: [String]] = [:]
  private var scopes: [String: [String]] = [:]

  init(_ catalog: Catalog, _ session: SessionContext) throws {
    entities = catalog.entities.filter { !$0.isLink }
    var unique = UniqueNames()
    for entity in entities {
      names[entity.name] = unique.unique(Self.typeName(entity.name))
      let model = session.entities.model(entity.name)
      methods[entity.name] = try model?.methodNames
      scopes[entity.name] = model?.scopes.names
    }
  }

  var text: String { entities.map(text(of:)).joined(separator: "\n\n") + "\n" }

  private func text(of entity: Entity) -> String {
    let name = self.name(entity.name)
    let parts =
      [["---@class \(name): moonshell.object"] + members(of: entity)]
      + [["---@class \(name).new"] + assigned(of: entity)]
      + (entity.hasTable ? [requests(of: entity, name)] : []) + [global(entity, name)]
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  // MARK: Objects

  private func members(of entity: Entity) -> [String] {
    let fields = entity.allFields.filter { $0.relation == nil || entity.isReflected }.map { field in
      "---@field \(key(field.name, isOptional: !(field.isRequired || field.isPrimaryKey))) \(type(of: field))"
    }
    let relations = entity.relations.map { relation in
      let target = name(relation.target)
      return relation.kind.isToMany
        ? "---@field \(LuaText.key(relation.name)) \(target).request"
        : "---@field \(key(relation.name, isOptional: true)) \(target)"
    }
    return fields + relations
      + (methods[entity.name] ?? []).map {
        "---@field \(LuaText.key($0)) fun(self: \(name(entity.name)), ...: any): any"
      }
  }

  /// What the constructor takes: a value where there must be one, and whatever a field understands.
  private func assigned(of entity: Entity) -> [String] {
    let fields = entity.allFields.filter { $0.relation == nil || entity.isReflected }.map { field in
      let isNeeded = field.isRequired && field.defaultValue == nil && !field.isPrimaryKey
      return "---@field \(key(field.name, isOptional: !isNeeded)) \(type(of: field, isAssigned: true))"
    }
    let relations = entity.relations.map { relation in
      let target = "\(name(relation.target))|\(name(relation.target)).new"
      return "---@field \(key(relation.name, isOptional: true)) "
        + (relation.kind.isToMany ? list(of: target) : target)
    }
    return fields + relations
  }

  private func key(_ name: String, isOptional: Bool) -> String { LuaText.key(name) + (isOptional ? "?" : "") }

  // MARK: Requests

  /// The words of requests that give the rows on, with what stands before their arguments.
  private static let narrowing = [
    ("where", "condition: string|table|fun(row: %): any"), ("or_where", "condition: string|table|fun(row: %): any"),
    ("where_not", "condition: string|table|fun(row: %): any"), ("sorted_by", "...: any"), ("then_by", "...: any"),
    ("limit", "count: integer"), ("offset", "count: integer"), ("distinct", ""), ("select", "...: string"),
    ("with", "...: string"), ("annotate", "members: table"), ("all", ""),
  ]

  private func requests(of entity: Entity, _ name: String) -> [String] {
    let own = "\(name).request"
    let scopes = (scopes[entity.name] ?? []).map { ($0, "...: any") }
    let narrowing = (Self.narrowing + scopes).map { word, parameters -> String in
      let rest = parameters.isEmpty ? "" : ", " + parameters.replacing("%", with: name)
      let more = parameters.hasPrefix("condition") ? ", ...: any" : ""
      return "---@field \(LuaText.key(word)) fun(self: \(own)\(rest)\(more)): \(own)"
    }
    return ["---@class \(own): moonshell.request"] + narrowing + [
      "---@field fetch fun(self: \(own), options?: table): \(name)[]",
      "---@field first fun(self: \(own), count?: integer): \(name)?",
      "---@field get fun(self: \(own), key: any, ...: any): \(name)?",
      "---@field each fun(self: \(own), visit: fun(row: \(name)): any)",
      "---@field iterate fun(self: \(own)): fun(): \(name)",
      "---@field create fun(self: \(own), fields: \(name).new, link?: table): \(name)",
      "---@field get_or_create fun(self: \(own), found: \(name).new, others?: \(name).new): \(name), boolean",
      "---@field add fun(self: \(own), ...: \(name)|\(name).new)",
    ]
  }

  /// The entity itself, which answers what requests do.
  private func global(_ entity: Entity, _ name: String) -> [String] {
    let parent = entity.hasTable ? "\(name).request, moonshell.entity" : "moonshell.entity"
    let made = [
      "---@class \(name).entity: \(parent)", "---@overload fun(fields?: \(name).new): \(name)",
      "---@field methods table<string, fun(self: \(name), ...: any): any>", "---@field scopes table<string, function>",
      "---@field draft fun(self: \(name).entity, fields?: \(name).new): \(name)",
      "---@field sample fun(self: \(name).entity, count?: integer, options?: table): \(name)[]",
      "---@field get_or_create fun(self: \(name).entity, found: \(name).new, others?: \(name).new): \(name), boolean",
    ]
    guard LuaText.key(entity.name) == entity.name else { return made }
    return made + ["", "---@type \(name).entity", "\(entity.name) = nil"]
  }

  // MARK: Types

  private func name(_ entity: String) -> String { names[entity] ?? Self.typeName(entity) }

  /// Letters, digits and lines, as the names of types are.
  private static func typeName(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }

  /// - Parameter isAssigned: whether it is what the field takes, not what it gives.
  private func type(of field: Field, isAssigned: Bool = false) -> String {
    if !field.choices.isEmpty {
      return field.choices.map { "\"\($0.label.filter { $0 != "\"" })\"" }.joined(separator: "|")
    }
    if let document = field.document { return type(of: document.kind, isAssigned) }
    switch field.type.reading {
    case .json: return "any"
    case .document: return "table"
    case .boolean: return "boolean"
    case .decimal: return "moonshell.decimal" + (isAssigned ? "|integer|string" : "")
    case .label: return "string"
    case .asStored: break
    }
    if isAssigned, field.type.calendar != nil { return "string|integer|table" }
    switch field.storage {
    case .integer: return isAssigned && field.type == .duration ? "integer|string" : "integer"
    case .real: return "number"
    case .text, .data: return "string"
    case .any: return "any"
    }
  }

  private func list(of type: String) -> String { type.contains("|") ? "(\(type))[]" : type + "[]" }

  private func type(of kind: Document.Kind, _ isAssigned: Bool) -> String {
    switch kind {
    case .object(let entity): name(entity) + (isAssigned ? "|\(name(entity)).new" : "")
    case .value(let field): type(of: field, isAssigned: isAssigned)
    case .list(let element): list(of: type(of: element, isAssigned))
    case .map(let element): "table<string, \(type(of: element, isAssigned))>"
    case .variant: "table|string"
    }
  }
}
