import Encodings
import Schema

/// What must be done to a database so that its tables are the declared ones, in words and in steps.
///
///     player (Player, 1,234 rows)
///       + rank      TEXT DEFAULT 'amateur'
///       ~ age       is required; the table is rebuilt
///     team (Team) is made
package struct SchemaPlan: Hashable, Sendable {
  /// One thing that changes: `+` comes, `-` goes, `~` changes, `>` gets another name.
  package struct Line: Hashable, Sendable {
    package var sign: Character
    package var name: String
    package var words: String
  }

  /// What happens to one table.
  package struct Table: Hashable, Sendable {
    package var heading: String
    package var lines: [Line] = []
  }

  /// Data that would be lost.
  package struct Loss: Hashable, Sendable {
    /// How a script names it: `Book.pages`, `old_table`.
    package var name: String
    package var table: String
    /// Nil for a whole table.
    package var column: String?

    /// The name as Lua writes it.
    var literal: String { Self.literal(name) }

    fileprivate static func literal(_ name: String) -> String {
      "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
  }

  /// A column whose values are made row by row.
  package struct Filling: Hashable, Sendable {
    package enum Way: Hashable, Sendable {
      /// Where there is nothing, the default of the field is put.
      case byDefault
      /// Text of another type is written as the new one has it: `2020-01-01 9:30` as `2020-01-01T09:30:00Z`.
      case byType
    }

    package var table: String
    package var column: String
    package var way: Way
    /// Whether another program made the table, so that there may be more than texts.
    package var isOfOthers = false
  }

  /// The version that an entity gets in the database.
  package struct Version: Hashable, Sendable {
    package var entity: String
    package var version: Int

    package init(entity: String, version: Int) {
      self.entity = entity
      self.version = version
    }
  }

  package var tables: [Table] = []
  /// What makes new things and renames old ones: it comes before the named steps of a script.
  package var early: [SchemaStep] = []
  /// What makes rules stricter and takes things away.
  package var late: [SchemaStep] = []
  /// What was agreed to, by name.
  package var agreed: [String] = []
  /// The losses that were not agreed to.
  package var losses: [Loss] = []
  /// What stands in the way of the plan, a sentence each.
  package var problems: [String] = []
  /// What is left as it is and is worth knowing, a sentence each.
  package var remarks: [String] = []
  /// What is filled and rewritten between the early and the late steps, before the named ones.
  package var fillings: [Filling] = []
  /// The same of tables that have no rows here: where the plan is taken elsewhere there may be some.
  package var sparedFillings: [Filling] = []
  /// The tables of other programs that are not made anew: what they hold beside what comes to them stays what it is.
  package var keptTables: Set<String> = []
  /// The named steps of a script that have not run.
  package var namedSteps: [String] = []
  /// The entities that are of another version than the database has noted.
  package var versions: [Version] = []

  /// How long a rehearsal took; nil of a plan that was not rehearsed.
  package var rehearsal: Duration?

  package init() {}

  package var isEmpty: Bool { stepCount == 0 && losses.isEmpty && problems.isEmpty }

  /// How many things are done.
  package var stepCount: Int { early.count + late.count + namedSteps.count + versions.count }

  /// The tables that are made anew, so that what was read of their rows means something else.
  package var rebuiltTables: [String] {
    (early + late).compactMap { step in
      switch step {
      case .rebuild(let rebuild): rebuild.table
      case .alter(let table, .setType): table
      default: nil
      }
    }
  }

  /// What is changed, so that rows must be looked at again.
  package var changes: [Change] {
    var result: [Change] = []
    for step in early + late {
      guard let change = Change(step, keeping: keptTables) else { continue }
      if let place = result.firstIndex(where: { $0.table == change.table }) {
        result[place].add(change)
      } else {
        result.append(change)
      }
    }
    return result
  }

  /// A table that is changed.
  package struct Change: Hashable, Sendable {
    package let table: String
    /// The columns that must be looked at; nil for all.
    package private(set) var added: [String]?

    fileprivate init?(_ step: SchemaStep, keeping kept: Set<String>) {
      switch step {
      case .addColumn(let table, let column, _):
        (self.table, added) = (table, kept.contains(table) ? [column] : nil)
      case .rebuild(let rebuild): (table, added) = (rebuild.table, nil)
      case .alter(let table, let alteration):
        (self.table, added) = (table, kept.contains(table) ? alteration.columns : nil)
      default: return nil
      }
    }

    fileprivate mutating func add(_ other: Change) {
      if let more = other.added { added? += more } else { added = nil }
    }

    /// Whether the values of a column must be looked at.
    package func touches(_ column: String) -> Bool {
      added?.contains { FoldedName($0) == FoldedName(column) } ?? true
    }
  }
}

extension SchemaPlan {
  /// Why `db:migrate()` would not take the plan, and who runs its statements elsewhere must know; a sentence each.
  package var doubts: [String] { lossWords + sentences.map { "in the way: \($0.replacing("\n", with: " "))" } }

  private var lossWords: [String] {
    if losses.isEmpty { return [] }
    // Said again, the call must say all of it.
    let names = (agreed.map { Loss.literal($0) } + losses.map(\.literal)).joined(separator: ", ")
    return ["data would be lost: say db:migrate { destructive = { \(names) } }, or renamed_from where it moves"]
  }
}

extension SchemaPlan: CustomStringConvertible {
  package var description: String {
    if isEmpty { return (["nothing to migrate: the tables are as declared"] + remarks).joined(separator: "\n") }
    var lines = tables.flatMap { [$0.heading] + $0.alignedLines }
    lines += namedSteps.map { "step \($0)" }
    lines += versions.map { "version \($0.version) of \($0.entity)" }
    lines += remarks + lossWords
    return (lines + problems + (rehearsal.map { [words(of: $0)] } ?? [])).joined(separator: "\n")
  }
}

extension SchemaPlan {
  private func words(of rehearsal: Duration) -> String {
    let parts = rehearsal.components
    let thousandths = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
    let time = "\(thousandths / 1000).\(String(1000 + thousandths % 1000).dropFirst()) s"
    return problems.isEmpty && losses.isEmpty
      ? "rehearsed in \(time) and rolled back: nothing stands in the way" : "rehearsed in \(time) and rolled back"
  }
}

extension SchemaPlan.Table {
  fileprivate var alignedLines: [String] {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { line in
      let gap = String(repeating: " ", count: width - line.name.count)
      return "  \(line.sign) \(line.name)" + (line.words.isEmpty ? "" : gap + "  " + line.words)
    }
  }
}

extension SchemaPlan {
  /// What stands in the way, a sentence each: without the headings that rows stand under.
  package var sentences: [String] {
    problems.enumerated().compactMap { place, line in
      let isHeading = problems.dropFirst(place + 1).first?.hasPrefix("  ") == true && !line.hasPrefix("  ")
      return isHeading ? nil : String(line.drop { $0 == " " })
    }
  }
}
