import Encodings
import Schema

extension Generator {
  /// Interfaces of what JSON documents hold, for programs in TypeScript.
  ///
  ///     export interface Player {
  ///       id: number | null;
  ///       name: string;
  ///       rank: "pro" | "amateur" | null;
  ///     }
  package static let typeScript = Generator(
    name: "typescript", summary: "TypeScript interfaces of the JSON documents"
  ) { catalog in
    var names = UniqueNames()
    let entities = catalog.tables.filter { !$0.isLink } + catalog.documentEntities
    var types: [String: String] = [:]
    for entity in entities { types[entity.name] = names.unique(TypeScriptText.typeName(entity.name), separator: "") }
    var texts = entities.map { TypeScriptText(types: types).interface($0) }
    let holdsAny = entities.contains { $0.allFields.contains { $0.type == .json || $0.type == .any } }
    if holdsAny, !types.values.contains("Json") {
      texts.append(
        "export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };")
    }
    return texts.joined(separator: "\n\n") + "\n"
  }
}

/// The texts of TypeScript for a schema whose types have names.
private struct TypeScriptText {
  let types: [String: String]

  func interface(_ entity: Entity) -> String {
    let lines = entity.fields.flatMap { field -> [String] in
      let form = field.type == .duration ? "ISO 8601: PT1H30M" : field.type.form(field)
      let isFree = !(field.isRequired || field.isPrimaryKey)
      let mark = field.isReadonly || field.isGenerated ? "readonly " : ""
      // Inside of a document NULL is left out.
      let name = Self.key(field.name) + (isFree && !entity.hasTable ? "?" : "")
      return (form.map { ["  /** \($0.replacing("*/", with: "* /")) */"] } ?? []) + [
        "  \(mark)\(name): \(type(of: field))\(isFree ? " | null" : "");"
      ]
    }
    return "export interface \(types[entity.name] ?? entity.name) {\n\(lines.joined(separator: "\n"))\n}"
  }

  private func type(of field: Field) -> String {
    if !field.choices.isEmpty { return field.choices.map { Self.literal($0.label) }.joined(separator: " | ") }
    if let document = field.document { return type(of: document.kind) }
    switch field.type.reading {
    case .json: return "Json"
    case .boolean: return "boolean"
    case .decimal, .label, .document: return "string"
    case .asStored: break
    }
    if field.hasWords || field.type.storage == .text || field.type.storage == .data { return "string" }
    return field.type.storage == .any ? "Json" : "number"
  }

  private func type(of kind: Document.Kind) -> String {
    switch kind {
    case .object(let name): return types[name] ?? "Json"
    case .value(let field): return type(of: field)
    case .list(let element): return "Array<\(type(of: element))>"
    case .map(let element): return "{ [name: string]: \(type(of: element)) }"
    case .variant(let cases):
      return cases.map { found in
        "{ \(Self.key(found.name)): \(found.payload.map { type(of: $0) } ?? "true") }"
      }.joined(separator: " | ")
    }
  }

  static func typeName(_ name: String) -> String {
    var result = SwiftNames.type(name)
    if reserved.contains(result) { result += "_" }
    return result
  }

  private static let reserved: Set<String> = [
    "Any", "Array", "Boolean", "Date", "Error", "Function", "Json", "Map", "Number", "Object", "Promise", "Record",
    "Set", "String", "Symbol",
  ]

  static func key(_ name: String) -> String {
    let isName = name.utf8.allSatisfy { ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 || (48...57).contains($0) || $0 == 95 }
    return isName && !name.isEmpty && !(48...57).contains(name.utf8.first ?? 0) ? name : literal(name)
  }

  /// A literal of a text, as JSON has it, which TypeScript takes.
  static func literal(_ text: String) -> String { (try? DocumentValue.text(text).json()) ?? "\"\"" }
}
