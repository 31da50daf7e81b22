import Schema

/// One field as Swift says it.
struct SwiftMember {
  let field: Field
  var name: String
  private let isOptional: Bool
  private let isAutomatic: Bool
  private let catalog: Catalog

  init(_ field: Field, isAutomatic: Bool = false, _ catalog: Catalog) {
    self.field = field
    self.isAutomatic = isAutomatic
    self.catalog = catalog
    name = SwiftNames.member(field.name)
    isOptional = isAutomatic || !(field.isRequired || field.isPrimaryKey)
  }

  var isEnumeration: Bool { !field.choices.isEmpty }
  /// Whether its column holds JSON.
  private var isJSON: Bool { field.isDocument }

  var plainType: String {
    if isEnumeration { return SwiftNames.type(field.name) }
    if let document = field.document { return type(of: document.kind) }
    switch field.type.reading {
    case .json, .document: return SwiftSupport.anyValue
    case .boolean: return "Bool"
    case .decimal: return "Decimal"
    case .label: return "String"
    case .asStored: return storedType
    }
  }

  private var storedType: String {
    switch field.type.storage {
    case .integer: field.bits == 64 ? "Int64" : "Int\(field.bits)"
    case .real: "Double"
    case .data: "Data"
    case .text, .any: "String"
    }
  }

  var type: String { plainType + (isOptional ? "?" : "") }

  /// The type of what a document holds.
  private func type(of kind: Document.Kind) -> String {
    switch kind {
    case .object(let name): return catalog.containsItself(name) ? SwiftSupport.anyValue : SwiftNames.type(name)
    case .list(let element): return "[\(elementType(of: element))]"
    case .map(let element): return "[String: \(elementType(of: element))]"
    case .variant: return SwiftNames.type(field.name)
    case .value(var value):
      if let document = value.document { return type(of: document.kind) }
      // The words of an enum inside a document are what is stored for them.
      let isNumber = value.choices.contains { if case .integer = $0.stored { true } else { false } }
      if !value.choices.isEmpty { return isNumber ? "Int64" : "String" }
      value.name = field.name
      return SwiftMember(value, catalog).plainType
    }
  }

  /// The type of what stands in a list or a map, where a decimal has no name to be read by.
  private func elementType(of kind: Document.Kind) -> String {
    if case .value(let field) = kind, field.type == .decimal { return "String" }
    return type(of: kind)
  }

  /// The cases of the variant in a document, at whatever depth of lists and maps.
  private func variant(in kind: Document.Kind) -> [Document.Case]? {
    switch kind {
    case .variant(let cases): cases
    case .list(let element), .map(let element): variant(in: element)
    case .value(let field): field.document.flatMap { variant(in: $0.kind) }
    case .object: nil
    }
  }

  /// What the type does not tell.
  var remark: String? { field.type.form(field) }

  var initialValue: String {
    guard case .value(let value)? = field.defaultValue else { return "" }
    if let place = field.choices.firstIndex(where: { $0.stored == value }) {
      return " = .\(SwiftEnumeration.members(of: field.choices)[place])"
    }
    if field.type == .json { return SwiftSupport.literal(json: value).map { " = " + $0 } ?? "" }
    switch value {
    // What else has a default is text in Swift, or a struct of its own.
    case .integer where plainType == "String", .real where plainType == "String", .text where plainType != "String":
      return ""
    case .integer(let number) where field.type == .boolean: return " = \(number != 0)"
    case .integer(let number) where field.type == .decimal:
      return " = Decimal(\(number)) / \(Self.power(field.scale))"
    case .integer(let number): return number == .min ? "" : " = \(number)"
    case .real(let number): return number.isFinite ? " = \(number)" : ""
    case .text(let text): return " = " + SwiftNames.literal(text)
    default: return ""
    }
  }

  /// The type that stands inside the struct: of an enum, or of a variant.
  var ownType: [String] {
    if let cases = field.document.flatMap({ variant(in: $0.kind) }) {
      return SwiftVariant(
        name: SwiftNames.type(field.name), cases: cases.map { ($0.name, $0.payload.map { type(of: $0) }) }
      ).lines
    }
    guard isEnumeration else { return [] }
    return SwiftEnumeration(name: plainType, choices: field.choices).lines
  }

  /// The keys of what is coded under names, in this member's own type or around it, that decimals stand under.
  func decimalKeys(in structure: String) -> [String] {
    if plainType == "Decimal" { return ["\(structure).CodingKeys"] }
    guard let cases = field.document.flatMap({ variant(in: $0.kind) }) else { return [] }
    let hasDecimal = cases.contains { $0.payload.map { type(of: $0) } == "Decimal" }
    return hasDecimal ? ["\(structure).\(SwiftNames.type(field.name)).CodingKeys"] : []
  }

  // MARK: GRDB

  private var column: String { "row[\(SwiftNames.literal(field.column))]" }

  /// Decimals are stored without their point.
  var reading: String {
    if isJSON { return "try \(SwiftSupport.column).\(isOptional ? "optional" : "required")(\(column))" }
    guard field.type == .decimal, !field.isStoredAsNumber else { return column }
    let power = Self.power(field.scale)
    return isOptional
      ? "(\(column) as Int64?).map { Decimal($0) / \(power) }" : "Decimal(\(column) as Int64) / \(power)"
  }

  var writing: String {
    if isJSON { return "try \(SwiftSupport.column).text(\(name))" }
    guard field.type == .decimal, !field.isStoredAsNumber else { return name }
    let power = Self.power(field.scale)
    return isOptional
      ? "\(name).map { NSDecimalNumber(decimal: $0 * \(power)).int64Value }"
      : "NSDecimalNumber(decimal: \(name) * \(power)).int64Value"
  }

  private static func power(_ scale: Int) -> String { "1" + String(repeating: "0", count: scale) }
}
