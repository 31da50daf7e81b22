import Encodings

/// What a document must be to read just as it stands, without anything being filled in, brought up to date or refused.
///
/// A database gets it as JSON text: `{"object":{"city":{"type":"text","need":"value"}}}`.
package indirect enum DocumentShape: Hashable, Sendable {
  case value(Field)
  case object([String: Member])
  case list(DocumentShape)
  case map(DocumentShape)
  case variant([String: Member])

  package struct Member: Hashable, Sendable {
    /// What must be there: a value, a value or null, nothing.
    package enum Need: String, Hashable, Sendable {
      case value, place, nothing
    }

    package var need: Need
    /// Nil for what is `true` alone.
    package var shape: DocumentShape?
  }

  /// The shape of documents of a kind; nil where reading them does more than to take what stands there.
  ///
  /// - Parameter isPlain: whether objects of an entity are read without a function of the script.
  package init?(_ kind: Document.Kind, in catalog: Catalog, isPlain: (String) -> Bool) {
    self.init(kind, catalog, isPlain, around: [])
  }

  private init?(_ kind: Document.Kind, _ catalog: Catalog, _ isPlain: (String) -> Bool, around outer: [String]) {
    switch kind {
    case .value(let field): self.init(field, catalog, isPlain, outer)
    case .list(let element):
      guard let shape = Self(element, catalog, isPlain, around: outer) else { return nil }
      self = .list(shape)
    case .map(let element):
      guard let shape = Self(element, catalog, isPlain, around: outer) else { return nil }
      self = .map(shape)
    case .variant(let cases):
      var members: [String: Member] = [:]
      for found in cases {
        let shape = found.payload.map { Self($0, catalog, isPlain, around: outer) }
        if case .some(nil) = shape { return nil }
        members[found.name] = Member(need: .value, shape: shape ?? nil)
      }
      self = .variant(members)
    case .object(let name): self.init(object: name, catalog, isPlain, outer)
    }
  }

  private init?(_ field: Field, _ catalog: Catalog, _ isPlain: (String) -> Bool, _ outer: [String]) {
    guard field.encoder == nil, field.decoder == nil, field.fallback == nil else { return nil }
    guard let document = field.document else {
      self = .value(field.bare)
      return
    }
    self.init(document.kind, catalog, isPlain, around: outer)
  }

  private init?(object name: String, _ catalog: Catalog, _ isPlain: (String) -> Bool, _ outer: [String]) {
    // Documents that hold themselves have no end.
    guard let entity = catalog[name], entity.sharing == nil, !outer.contains(name), isPlain(name) else { return nil }
    var members: [String: Member] = [:]
    for field in entity.fields where !field.isTransient {
      guard let shape = Self(field, catalog, isPlain, outer + [name]) else { return nil }
      let need: Member.Need = field.isRequired ? .value : field.defaultValue == nil ? .nothing : .place
      members[field.name] = Member(need: need, shape: shape)
    }
    self = .object(members)
  }
}

extension Field {
  /// What says how a value of it is stored, and nothing else.
  fileprivate var bare: Field {
    var result = Field(name: "", type: type)
    (result.bits, result.scale, result.precision, result.choices) = (bits, scale, precision, choices)
    return result
  }
}

// MARK: Text

extension DocumentShape {
  /// The shape as JSON text.
  package var text: String { (try? document.json()) ?? "null" }

  private var document: DocumentValue {
    switch self {
    case .value(let field):
      var members: [DocumentValue.Member] = [.init("type", .text(field.type.name))]
      let numbers = [("bits", field.bits, 64), ("scale", field.scale, 2), ("precision", field.precision, 0)]
      for (name, number, usual) in numbers where number != usual {
        members.append(.init(name, .integer(Int64(number))))
      }
      if !field.choices.isEmpty { members.append(.init("stored", .list(field.choices.map(\.stored.document)))) }
      return .map(members)
    case .object(let members): return .map([.init("object", Self.document(members))])
    case .variant(let cases): return .map([.init("variant", Self.document(cases))])
    case .list(let element): return .map([.init("list", element.document)])
    case .map(let element): return .map([.init("map", element.document)])
    }
  }

  private static func document(_ members: [String: Member]) -> DocumentValue {
    .map(
      members.sorted { $0.key < $1.key }.map { name, member in
        .init(name, .list([.text(member.need.rawValue), member.shape?.document ?? .boolean(true)]))
      })
  }

  /// The shape that a text is; nil for another text.
  package init?(text: some Collection<UInt8>) {
    guard let document = try? DocumentValue(json: text) else { return nil }
    self.init(document)
  }

  private init?(_ document: DocumentValue) {
    guard case .map(let members) = document, let first = members.first else { return nil }
    switch first.name {
    case "object":
      guard let members = Self.members(first.value) else { return nil }
      self = .object(members)
    case "variant":
      guard let members = Self.members(first.value) else { return nil }
      self = .variant(members)
    case "list":
      guard let element = Self(first.value) else { return nil }
      self = .list(element)
    case "map":
      guard let element = Self(first.value) else { return nil }
      self = .map(element)
    default:
      guard case .text(let name) = first.value, let type = ColumnType.named(name) else { return nil }
      var field = Field(name: "", type: type)
      func number(_ name: String, _ usual: Int) -> Int {
        if case .integer(let value)? = members[name] { Int(value) } else { usual }
      }
      field.bits = number("bits", 64)
      field.scale = number("scale", 2)
      field.precision = number("precision", 0)
      if case .list(let stored)? = members["stored"] {
        field.choices = stored.compactMap(\.stored).map { Field.Choice(label: "", stored: $0) }
      }
      self = .value(field)
    }
  }

  private static func members(_ document: DocumentValue) -> [String: Member]? {
    guard case .map(let members) = document else { return nil }
    var result: [String: Member] = [:]
    for member in members {
      guard case .list(let parts) = member.value, parts.count == 2, case .text(let word) = parts[0],
        let need = Member.Need(rawValue: word)
      else { return nil }
      if case .boolean = parts[1] {
        result[member.name] = Member(need: need, shape: nil)
      } else {
        guard let shape = Self(parts[1]) else { return nil }
        result[member.name] = Member(need: need, shape: shape)
      }
    }
    return result
  }
}

extension Value {
  fileprivate var document: DocumentValue {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .number("\(value)")
    case .text(let text): .text(text)
    case .null, .data, .brokenText: .null
    }
  }
}

// MARK: Documents

extension DocumentShape {
  /// The member of a document that says of which version it is.
  private static let version = "_version"

  /// Whether a document reads as it stands.
  package func isMet(by document: DocumentValue) -> Bool {
    switch (self, document) {
    case (.value(let field), _): return field.reads(document)
    case (.object(let shapes), .map(let members)):
      if shapes[Self.version] == nil, members[Self.version] != nil { return false }
      return shapes.allSatisfy { name, member in Self.isMet(member, members[name]) }
    case (.list(let shape), .list(let elements)): return elements.allSatisfy(shape.isMet)
    case (.map(let shape), .map(let members)): return members.allSatisfy { shape.isMet(by: $0.value) }
    case (.variant(let cases), .map(let members)):
      guard members.count == 1, let found = cases[members[0].name] else { return false }
      return Self.isMet(found, members[0].value)
    default: return false
    }
  }

  private static func isMet(_ member: Member, _ value: DocumentValue?) -> Bool {
    switch value {
    case nil: return member.need == .nothing
    case .null?: return member.need != .value
    case let value?:
      guard let shape = member.shape else { return value == .boolean(true) }
      return shape.isMet(by: value)
    }
  }
}

extension Field {
  /// Whether a part of a document is what a script sees of it, or what is stored for that.
  fileprivate func reads(_ part: DocumentValue) -> Bool {
    switch type.reading {
    case .json: return part != .null
    case .document: return false
    case .label: return part.stored.map { stored in choices.contains { $0.stored == stored } } ?? false
    case .boolean: return if case .boolean = part { true } else { false }
    case .decimal: return part.isStorable(in: self)
    case .asStored:
      guard storage == .data else { return part.isStorable(in: self) }
      guard case .text(let text) = part else { return false }
      return Base64.bytes(Array(text.utf8)) != nil
    }
  }
}

extension DocumentValue {
  /// A text or a number as a column has it.
  fileprivate var stored: Value? {
    switch self {
    case .integer(let value): .integer(value)
    case .text(let text): .text(text)
    default: nil
    }
  }

  /// Whether a field stores it, and scripts see it as it is; an integer may be a real number.
  fileprivate func isStorable(in field: Field) -> Bool {
    switch self {
    case .integer(let value): field.keeps(.integer(value))
    case .number(let text): field.keeps(.real(Array(text.utf8).withUnsafeBytes { NumberText.real($0) } ?? .nan))
    case .text(let text): Array(text.utf8).withUnsafeBytes { field.keeps(.text($0)) }
    default: false
    }
  }
}

extension Field {
  fileprivate func keeps(_ input: Input) -> Bool {
    switch stored(input) {
    case .same: true
    case .value(.real): type.storage == .real
    case .value: type.reading == .decimal
    case .refused: false
    }
  }
}
