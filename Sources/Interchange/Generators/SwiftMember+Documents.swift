import Encodings
import Schema

/// The types of what documents hold: enums and variants in them are types of their own inside the struct.
extension SwiftMember {
  /// The name of the type at a place.
  func ownName(_ place: String) -> String { ownNames[place] ?? SwiftNames.type(field.name) }

  /// What stands between the names of a place, which is no part of one.
  private static let separator = "\u{1F}"

  private static func place(_ found: Document.Case, in place: String) -> String { place + separator + found.name }

  func type(of kind: Document.Kind, at place: String) -> String {
    switch kind {
    case .object(let name): return catalog.containsItself(name) ? SwiftSupport.anyValue : names[name]
    case .list(let element): return "[\(elementType(of: element, at: place))]"
    case .map(let element): return "[String: \(elementType(of: element, at: place))]"
    case .variant: return ownName(place)
    case .value(var value):
      if let document = value.document { return type(of: document.kind, at: place) }
      if !value.choices.isEmpty { return ownName(place) }
      value.name = field.name
      // What has no name of its own is coded as Swift has it, and property lists have bytes inside of documents as text.
      let member = SwiftMember(value, catalog, names)
      switch member.coding {
      case .asItIs: return value.type == .data ? "String" : member.plainType
      case .decimal: return member.plainType
      case .duration: return SwiftSupport.duration
      default: return "String"
      }
    }
  }

  /// The type of what stands in a list or a map, where a decimal has no name to be read by.
  private func elementType(of kind: Document.Kind, at place: String) -> String {
    if case .value(let field) = kind, field.type == .decimal { return "String" }
    return type(of: kind, at: place)
  }

  // MARK: Types of its own

  /// The places of the types that stand inside the struct, with what they would be called.
  var ownPlaces: [(place: String, name: String)] {
    ownTypes.map { own in
      (own.place, SwiftNames.type((field.name + own.place).replacing(Self.separator, with: " ")))
    }
  }

  /// Whether a type of its own stands inside the struct.
  var hasOwnType: Bool { !ownTypes.isEmpty }

  /// The types that stand inside the struct, as lines.
  var ownType: [String] {
    ownTypes.flatMap { own in
      switch own.kind {
      case .choices(let choices): SwiftEnumeration(name: ownName(own.place), choices: choices).lines
      case .cases(let cases):
        SwiftVariant(name: ownName(own.place), cases: cases.map { ($0.name, payload($0, at: own.place)) }).lines
      }
    }
  }

  /// Whether a type inside the struct reads documents in its own way.
  var readsDocuments: Bool {
    ownTypes.contains { own in
      if case .choices(let choices) = own.kind { !SwiftEnumeration.isPlain(choices) } else { true }
    }
  }

  /// Whether decimals stand in a variant that it holds.
  var hasDecimalCases: Bool {
    ownTypes.contains { own in
      guard case .cases(let cases) = own.kind else { return false }
      return cases.contains { payload($0, at: own.place) == "Decimal" }
    }
  }

  private func payload(_ found: Document.Case, at place: String) -> String? {
    found.payload.map { type(of: $0, at: Self.place(found, in: place)) }
  }

  private struct OwnType {
    enum Kind {
      case choices([Field.Choice])
      case cases([Document.Case])
    }

    let place: String
    let kind: Kind
  }

  private var ownTypes: [OwnType] {
    if isEnumeration { return [OwnType(place: "", kind: .choices(field.choices))] }
    return field.document.map { Self.ownTypes(in: $0.kind, at: "") } ?? []
  }

  private static func ownTypes(in kind: Document.Kind, at place: String) -> [OwnType] {
    switch kind {
    case .object: return []
    case .list(let element), .map(let element): return ownTypes(in: element, at: place)
    case .value(let field):
      if !field.choices.isEmpty { return [OwnType(place: place, kind: .choices(field.choices))] }
      return field.document.map { ownTypes(in: $0.kind, at: place) } ?? []
    case .variant(let cases):
      return [OwnType(place: place, kind: .cases(cases))]
        + cases.flatMap { found in
          found.payload.map { ownTypes(in: $0, at: Self.place(found, in: place)) } ?? []
        }
    }
  }

  /// Whether durations stand in its documents without a member of their own.
  var holdsDurations: Bool { field.document.map { Self.holdsDurations($0.kind) } ?? false }

  private static func holdsDurations(_ kind: Document.Kind) -> Bool {
    switch kind {
    case .object: false
    case .list(let element), .map(let element): holdsDurations(element)
    case .value(let field): field.type == .duration || field.document.map { holdsDurations($0.kind) } ?? false
    case .variant(let cases): cases.contains { $0.payload.map(holdsDurations) ?? false }
    }
  }
}
