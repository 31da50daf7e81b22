/// The storage classes that the values of a column have.
///
///     StorageClasses([.integer, .null])   // a column of integers, of which some rows have none
package struct StorageClasses: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static let null = StorageClasses(rawValue: 1)
  package static let integer = StorageClasses(rawValue: 2)
  package static let real = StorageClasses(rawValue: 4)
  package static let text = StorageClasses(rawValue: 8)
  package static let data = StorageClasses(rawValue: 16)
  package static let number: StorageClasses = [.integer, .real]
  /// Real numbers among them that may be no decimals: beyond `decimals`.
  package static let beyondDecimals = StorageClasses(rawValue: 32)

  /// The sizes of real numbers that are decimals whatever their digits; 0 is one, too.
  package static let decimals = 1e-13...1e15
}

extension Cell {
  /// The class of what it holds.
  package var storageClass: StorageClasses {
    switch kind {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .data: .data
    }
  }
}
