/// How a reference is seen by the key that it refers to: it is compared as the key's column compares, whatever its own
/// column does, and becomes what that column would make of it.
///
///     parent "k" TEXT COLLATE NOCASE, child "k" TEXT   // "child"."k" COLLATE NOCASE
///     parent "id" INTEGER, child "parent_id" TEXT      // '1' is 1 there
///
/// Source: "SQLite Foreign Key Support", section 3: the parent key's affinity and collation are used.
package struct ReferenceReading: Hashable, Sendable {
  /// What the reference goes through, the first one first; nothing where its column is like the key's.
  package private(set) var kernels: [Kernel] = []
  /// How the key compares texts.
  package let collation: Collation

  /// Whether both columns make the same of what they are compared with: then one statement serves for every key.
  package let convertsAlike: Bool

  /// Whether only the database knows which references are equal to a key: it takes texts for equal that differ.
  package let isJudged: Bool

  /// As it is for columns that Moonshell made.
  package static let plain = ReferenceReading(ColumnNature(), of: ColumnNature(), isTyped: true)

  /// - Parameter isTyped: whether the reference's column holds what its key holds, by its declaration.
  package init(_ reference: ColumnNature, of key: ColumnNature, isTyped: Bool) {
    collation = key.collation
    isJudged = key.joinsTexts
    convertsAlike = isTyped || key.conversion == reference.conversion
    if !isTyped {
      switch (key.conversion, reference.conversion) {
      case (.numbers, .texts), (.numbers, .none), (.numbers, .unknown): kernels.append(.keyNumber)
      case (.texts, .numbers), (.texts, .none), (.texts, .unknown): kernels.append(.keyText)
      // A column of numbers would make numbers of what it is compared with.
      case (.none, .numbers): kernels.append(.plain)
      default: break
      }
    }
    // What a column becomes has no collation of its own.
    let own = kernels.contains { $0 == .keyNumber || $0 == .keyText } ? .binary : reference.collation
    if collation != own { kernels.append(collation.kernel) }
  }

  /// Whether references are found among keys as they are stored.
  package var isExact: Bool { kernels.isEmpty && !collation.joinsTexts && !isJudged }

  /// Whether the key sees references as their own column does.
  package var isAsStored: Bool { kernels.isEmpty }

  /// The value of a reference as the key's column would have it.
  package func converted(_ value: Value) -> Value { kernels.reduce(value) { $1.read($0) ?? $0 } }

  /// What is the same for references and keys that belong together.
  package func key(_ value: Value) -> Value { converted(value).key(by: collation) }
}

extension Collation {
  /// What makes an expression compare in this way; what is not known is compared by its bytes.
  package var kernel: Kernel {
    switch self {
    case .binary, .unknown, .decimal, .numeric, .json, .moment: .binary
    case .nocase: .nocase
    case .rtrim: .rtrim
    }
  }
}

extension Kernel {
  /// How it makes texts compare, if that is what it does.
  package var collation: Collation? {
    switch self {
    case .binary: .binary
    case .nocase: .nocase
    case .rtrim: .rtrim
    default: nil
    }
  }

  /// The value as a comparison sees it; nil for kernels that do something else.
  package func read(_ value: Value) -> Value? {
    switch self {
    case .binary, .nocase, .rtrim, .plain: value
    case .trimEnd: value.withoutBlanksAtEnd
    case .keyNumber: value.numberOfText ?? value
    case .keyText: value.textOfNumber ?? value
    case .number: value.numberOfLua
    default: nil
    }
  }
}

extension Value {
  fileprivate var withoutBlanksAtEnd: Value {
    guard case .text(let text) = self else { return self }
    let count = text.unicodeScalars.reversed().prefix { $0 == " " }.count
    return count == 0 ? self : .text(String(String.UnicodeScalarView(text.unicodeScalars.dropLast(count))))
  }

  /// The number that a database would take a text for; nil where it would take it for none.
  fileprivate var numberOfText: Value? {
    guard case .text(var text) = self, text.withUTF8({ looksNumeric(UnsafeRawBufferPointer($0)) }) else { return nil }
    let word = text.unicodeScalars.filter { !$0.properties.isWhitespace }
    let digits = String(String.UnicodeScalarView(word))
    if let integer = Int64(digits) { return .integer(integer) }
    guard let real = Double(digits) else { return nil }
    return Int64(exactly: real).map { .integer($0) } ?? .real(real)
  }

  /// A number as the database writes it.
  fileprivate var textOfNumber: Value? {
    switch self {
    case .integer, .real: withCell { cell in cell.withText { .text(String(decoding: $0, as: UTF8.self)) } }
    default: nil
    }
  }

  /// A key as a column that refers to it stores it: `1` is '1' in a column of texts.
  package func reference(in column: ColumnNature) -> Value {
    switch column.conversion {
    case .texts: textOfNumber ?? self
    case .numbers: numberOfText ?? self
    case .none, .unknown: self
    }
  }
}
