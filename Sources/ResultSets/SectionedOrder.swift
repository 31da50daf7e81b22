/// The rows of a list in their order and sections, each known by an integer: one flat array, and ranges of it.
///
///     let order = try SectionedOrder(rows: [7, 8, 9], sectionOfRow: [1, 2, 1])
///     order.rows                 // [7, 9, 8]
///     order.sections             // 1: rows 0..<2, 2: rows 2..<3
///     order.position(ofRow: 8)   // 2.1
///
/// The integers are *identities*: the same in every list for the same row, or section. The caller numbers keys and
/// names; any integers do, and those that lie close together (numbers given one after another, integer primary keys)
/// take an array instead of a hash table. A section without a name has an identity as any other.
///
/// An order is a value that never changes, with no row twice, no section twice and no empty section, and fewer than 2³¹
/// rows.
package struct SectionedOrder: Sendable {
  /// A section: its identity, and which part of the order's rows it holds.
  package struct Section: Hashable, Sendable {
    package let identity: Int
    package let range: Range<Int>
  }

  private let flatRows: [Int]
  private let flatSections: [Section]
  /// What it reads, of a list that is edited; its own arrays are empty then.
  let edited: EditableOrder?

  let rowIndex: IdentityIndex
  let sectionIndex: IdentityIndex

  /// An order without rows.
  package init() {
    flatRows = []
    flatSections = []
    edited = nil
    rowIndex = .empty
    sectionIndex = .empty
  }

  /// The rows that are seen of a list that is edited, as it is now.
  ///
  /// Complexity: O(1); what asks for all `rows` or `sections` puts them together then.
  package init(_ edited: EditableOrder) {
    flatRows = []
    flatSections = []
    self.edited = edited
    rowIndex = .empty
    sectionIndex = .empty
  }

  /// Puts rows that follow each other in sections, which is checked by `brokenInvariant` alone.
  init(rows: [Int], in sections: [Section]) throws(ResultSetError) {
    flatRows = rows
    flatSections = sections
    edited = nil
    do throws(IdentityIndex.Duplicate) {
      rowIndex = try IdentityIndex(rows)
    } catch {
      throw .duplicateRow(error.identity)
    }
    do throws(IdentityIndex.Duplicate) {
      sectionIndex = try IdentityIndex(sections.map(\.identity))
    } catch {
      throw .duplicateSection(error.identity)
    }
  }
}

// MARK: Rows and sections

extension SectionedOrder {
  /// The identities of all rows, section by section.
  package var rows: [Int] {
    guard let edited else { return flatRows }
    return edited.shown.flatMap { edited.visibleRows($0) }
  }

  package var sections: [Section] {
    guard let edited else { return flatSections }
    var end = 0
    return edited.shown.map { section in
      let start = end
      end += edited.visible(section)
      return Section(identity: section, range: start..<end)
    }
  }

  /// Whether it is arrays already.
  package var isFlat: Bool { edited == nil }

  /// The sections alone.
  package var sectionIdentities: [Int] { edited?.shown ?? flatSections.map(\.identity) }

  /// The same order as arrays, for what reads all of it.
  package var flat: SectionedOrder {
    // A list that is edited has no row twice.
    edited == nil ? self : (try? SectionedOrder(rows: rows, in: sections)) ?? self
  }
}

// MARK: Making one

extension SectionedOrder {
  /// All rows in one section, or no section where there are no rows.
  ///
  /// Throws `duplicateRow`. Complexity: O(rows).
  package init(rows: [Int], section: Int) throws(ResultSetError) {
    try self.init(rows: rows, in: rows.isEmpty ? [] : [Section(identity: section, range: rows.indices)])
  }

  /// Rows with the section of each: sections in order of appearance, their rows in the order given.
  ///
  /// Throws `duplicateRow`, or `sectionsMissing` where the arrays differ in length. Complexity: O(rows).
  package init(rows: [Int], sectionOfRow: [Int]) throws(ResultSetError) {
    try self.init(rows: rows, grouping: Grouping(sectionOfRow: sectionOfRow))
  }

  /// The same with the sections in a given order, which may also name sections that no row is in.
  ///
  /// Throws `duplicateRow`, `duplicateSection`, `sectionNotListed` or `sectionsMissing`. Complexity: O(rows + sections).
  package init(rows: [Int], sectionOfRow: [Int], sectionOrder: [Int]) throws(ResultSetError) {
    try self.init(rows: rows, grouping: Grouping(sectionOfRow: sectionOfRow, sectionOrder: sectionOrder))
  }

  /// Rows in the order of a grouping, for who needs to know where each row was before.
  package init(rows: [Int], grouping: Grouping) throws(ResultSetError) {
    guard rows.count == grouping.rowCount else {
      throw .sectionsMissing(rows: rows.count, sections: grouping.rowCount)
    }
    try self.init(rows: grouping.grouped(rows), in: grouping.sections)
  }
}

/// Orders are equal when they have the same rows in the same sections and the same order.
extension SectionedOrder: Equatable {
  package static func == (left: SectionedOrder, right: SectionedOrder) -> Bool {
    left.rows == right.rows && left.sections == right.sections
  }
}

/// `[1: 7 9, 2: 8]`, each section with its rows.
extension SectionedOrder: CustomStringConvertible {
  package var description: String {
    let parts = sections.map { section in
      "\(section.identity): " + rows[section.range].map(String.init).joined(separator: " ")
    }
    return "[" + parts.joined(separator: ", ") + "]"
  }
}
