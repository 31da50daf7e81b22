import Schema

/// One field as Swift says it.
struct SwiftMember {
  let field: Field
  var name: String
  let isOptional: Bool
  private let isAutomatic: Bool
  /// Whether the struct stands inside of documents alone.
  private let isInDocument: Bool
  let catalog: Catalog
  let names: SwiftTypeNames
  /// The names of the types that stand inside the struct, by the cases of variants that lead there.
  var ownNames: [String: String]

  init(
    _ field: Field, isAutomatic: Bool = false, isInDocument: Bool = false, _ catalog: Catalog, _ names: SwiftTypeNames
  ) {
    self.field = field
    self.isAutomatic = isAutomatic
    self.isInDocument = isInDocument
    self.catalog = catalog
    self.names = names
    ownNames = ["": SwiftNames.type(field.name)]
    name = SwiftNames.member(field.name)
    isOptional = isAutomatic || !(field.isRequired || field.isPrimaryKey)
  }

  var isEnumeration: Bool { !field.choices.isEmpty }
  /// Whether its column holds JSON.
  private var isJSON: Bool { field.isDocument }

  var plainType: String {
    if isEnumeration { return ownName("") }
    if let document = field.document { return type(of: document.kind, at: "") }
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

  /// What the type does not tell.
  var remark: String? { field.type.form(field) }

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

  // MARK: JSON

  /// How its values are coded.
  var coding: SwiftCoding {
    if isEnumeration || field.isDocument { return .asItIs }
    return isInDocument && field.type == .data ? .bytes : SwiftCoding(field)
  }

  /// What reads it and may throw: older documents lack what was added since, which takes its default.
  var decoding: String {
    standIn.map { "(container.contains(.\(name)) ? \(reader) : \($0))" } ?? reader
  }

  private var reader: String {
    if let reader = coding.reader {
      return "MoonshellCoding.\(isOptional ? "optional" : "value")(container, .\(name), \(reader))"
    }
    return "container.decode\(isOptional ? "IfPresent" : "")(\(plainType).self, forKey: .\(name))"
  }

  /// Its default, as an expression that may throw.
  private var standIn: String? {
    if !initialValue.isEmpty { return String(initialValue.dropFirst(" = ".count)) }
    guard coding.isText, case .value(.text(let text))? = field.defaultValue else { return nil }
    return coding.reader.map { "MoonshellCoding.read(\(SwiftNames.literal(text)), \($0))" }
  }

  var encoding: String {
    let own = "self.\(name)"
    if coding == .duration {
      let null = keepsNull ? ", keepsNull: true" : ""
      return "try MoonshellCoding.encode(seconds: \(own), &container, .\(name), encoder\(null))"
    }
    let value = coding.writer.map { isOptional ? "\(own).map { \($0)($0) }" : "\($0)(\(own))" } ?? own
    return "try container.encode\(isOptional && !keepsNull ? "IfPresent" : "")(\(value), forKey: .\(name))"
  }

  /// Whether nil must stand in documents, as what is not there takes its default.
  private var keepsNull: Bool { isOptional && standIn != nil }

  /// Whether Swift would write it otherwise by itself.
  var hasOwnEncoding: Bool { coding != .asItIs || keepsNull }

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
