import Schema

/// One field as Swift says it.
struct SwiftMember {
  let field: Field
  var name: String
  let isOptional: Bool
  private let isAutomatic: Bool
  /// Whether the struct stands inside of documents alone.
  private let isInDocument: Bool
  private let catalog: Catalog
  private let names: SwiftTypeNames
  /// The name of the type that stands inside the struct.
  var ownName: String

  init(
    _ field: Field, isAutomatic: Bool = false, isInDocument: Bool = false, _ catalog: Catalog, _ names: SwiftTypeNames
  ) {
    self.field = field
    self.isAutomatic = isAutomatic
    self.isInDocument = isInDocument
    self.catalog = catalog
    self.names = names
    ownName = SwiftNames.type(field.name)
    name = SwiftNames.member(field.name)
    isOptional = isAutomatic || !(field.isRequired || field.isPrimaryKey)
  }

  var isEnumeration: Bool { !field.choices.isEmpty }
  /// Whether its column holds JSON.
  private var isJSON: Bool { field.isDocument }

  var plainType: String {
    if isEnumeration { return ownName }
    if let document = field.document { return type(of: document.kind) }
    switch field.type.reading {
    case .json, .document: return SwiftSupport.anyValue
    case .boolean: return "Bool"
    case .decimal: return "Decimal"
    case .label: return "String"
    case .asStored: return coding.type ?? storedType
    }
  }

  private var storedType: String {
    switch field.type.storage {
    case .integer: field.bits == 64 ? "Int64" : "Int\(field.bits)"
    case .real: "Double"
    case .data: "Data"
    case .text: "String"
    case .any: SwiftSupport.anyValue
    }
  }

  var type: String { plainType + (isOptional ? "?" : "") }

  /// The type of what a document holds.
  private func type(of kind: Document.Kind) -> String {
    switch kind {
    case .object(let name): return catalog.containsItself(name) ? SwiftSupport.anyValue : names[name]
    case .list(let element): return "[\(elementType(of: element))]"
    case .map(let element): return "[String: \(elementType(of: element))]"
    case .variant: return ownName
    case .value(var value):
      if let document = value.document { return type(of: document.kind) }
      // The words of an enum inside a document are what is stored for them.
      let isNumber = value.choices.contains { if case .integer = $0.stored { true } else { false } }
      if !value.choices.isEmpty { return isNumber ? "Int64" : "String" }
      value.name = field.name
      // What has no name of its own is coded as Swift has it, and property lists have bytes inside of documents as text.
      let member = SwiftMember(value, catalog, names)
      switch member.coding {
      case .asItIs: return value.type == .data ? "String" : member.plainType
      case .decimal, .duration: return member.plainType
      default: return "String"
      }
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

  /// Whether a type of its own stands inside the struct.
  var hasOwnType: Bool { isEnumeration || field.document.flatMap { variant(in: $0.kind) } != nil }

  var initialValue: String {
    guard case .value(let value)? = field.defaultValue else { return "" }
    if let place = field.choices.firstIndex(where: { $0.stored == value }) {
      return " = .\(SwiftEnumeration.members(of: field.choices)[place])"
    }
    if field.type == .json { return SwiftSupport.literal(json: value).map { " = " + $0 } ?? "" }
    // Any value is one in a type that takes all.
    if plainType == SwiftSupport.anyValue { return "" }
    switch value {
    // What else has a default is text in Swift, or a struct of its own.
    case .integer where plainType == "String", .real where plainType == "String", .text where plainType != "String":
      return ""
    case .integer(let number) where field.type == .boolean: return " = \(number != 0)"
    case .integer(let number) where field.type == .decimal:
      return " = Decimal(\(number)) / \(Self.power(field.scale))"
    case .integer(let number): return number == .min ? "" : " = \(number)"
    case .real(let number): return number.isFinite ? " = \(number)" : ""
    // An address or a moment is no literal of its type.
    case .text(let text): return coding == .asItIs ? " = " + SwiftNames.literal(text) : ""
    default: return ""
    }
  }

  /// The type that stands inside the struct: of an enum, or of a variant.
  var ownType: [String] {
    if let cases = field.document.flatMap({ variant(in: $0.kind) }) {
      return SwiftVariant(
        name: ownName, cases: cases.map { ($0.name, $0.payload.map { type(of: $0) }) }
      ).lines
    }
    guard isEnumeration else { return [] }
    return SwiftEnumeration(name: plainType, choices: field.choices).lines
  }

  /// Whether decimals stand in the variant that it is.
  var hasDecimalCases: Bool {
    let cases = field.document.flatMap { variant(in: $0.kind) } ?? []
    return cases.contains { $0.payload.map { type(of: $0) } == "Decimal" }
  }

  // MARK: JSON

  /// How its values are coded.
  var coding: SwiftCoding {
    if isEnumeration || field.isDocument { return .asItIs }
    return isInDocument && field.type == .data ? .bytes : SwiftCoding(field)
  }

  /// What reads it; may throw.
  var decoding: String {
    if let reader = coding.reader {
      return "MoonshellCoding.\(isOptional ? "optional" : "value")(container, .\(name), \(reader))"
    }
    return "container.decode\(isOptional ? "IfPresent" : "")(\(plainType).self, forKey: .\(name))"
  }

  var encoding: String {
    let own = "self.\(name)"
    let value = coding.writer.map { isOptional ? "\(own).map { \($0)($0) }" : "\($0)(\(own))" } ?? own
    return "try container.encode\(isOptional ? "IfPresent" : "")(\(value), forKey: .\(name))"
  }

  // MARK: GRDB

  private var column: String { "row[\(SwiftNames.literal(field.column))]" }

  /// Decimals are stored without their point.
  var reading: String {
    if field.type == .any {
      let value = "\(SwiftSupport.column).value(\(column))"
      return isOptional ? "(\(column) as DatabaseValue).isNull ? nil : \(value)" : value
    }
    if coding.isText, let reader = coding.reader {
      return isOptional
        ? "try (\(column) as String?).map { try MoonshellCoding.read($0, \(reader)) }"
        : "try MoonshellCoding.read(\(column) as String, \(reader))"
    }
    if isJSON { return "try \(SwiftSupport.column).\(isOptional ? "optional" : "required")(\(column))" }
    guard field.type == .decimal, !field.isStoredAsNumber else { return column }
    let power = Self.power(field.scale)
    return isOptional
      ? "(\(column) as Int64?).map { Decimal($0) / \(power) }" : "Decimal(\(column) as Int64) / \(power)"
  }

  var writing: String {
    let own = "self.\(name)"
    if field.type == .any {
      return isOptional ? "\(own).map { \(SwiftSupport.column).stored($0) }" : "\(SwiftSupport.column).stored(\(own))"
    }
    if coding.isText, let writer = coding.writer {
      return isOptional ? "\(own).map { \(writer)($0) }" : "\(writer)(\(own))"
    }
    if isJSON { return "try \(SwiftSupport.column).text(\(own))" }
    guard field.type == .decimal, !field.isStoredAsNumber else { return own }
    let power = Self.power(field.scale)
    return isOptional
      ? "\(own).map { NSDecimalNumber(decimal: $0 * \(power)).int64Value }"
      : "NSDecimalNumber(decimal: \(own) * \(power)).int64Value"
  }

  static func power(_ scale: Int) -> String { "1" + String(repeating: "0", count: scale) }
}
