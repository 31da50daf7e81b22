import Schema

/// A table or view as a database describes it.
///
/// What its texts mean the engine has read: no other room takes the database's own words apart.
package struct TableDescription: Hashable, Sendable {
  /// A rule without its spelling, as its tokens: `a`, `>`, `0` of `CHECK ("A" > 0)`.
  package typealias Check = [String]

  package struct Column: Hashable, Sendable {
    package var name: String
    /// The type as it was declared, in its own letters: `NVARCHAR(160)`; empty when there is none.
    package var declaredType: String
    package var isRequired: Bool
    /// The text of the DEFAULT clause.
    package var defaultSQL: String?
    /// Whether its type alone says so of it, which has rules of its own.
    package var isRequiredByType = false
    package var isDefaultOfType = false
    /// The place in the primary key, from 1; nil when it is no part of it.
    package var keyPosition: Int?
    package var isGenerated: Bool
    /// What it computes, in the database's own words.
    package var generationSQL: String?
    /// The same without its spelling.
    package var generation: Check = []

    /// Whether its type holds nothing but truths, without a CHECK that says so.
    package var holdsTruths = false
    /// Whether its type refuses some values of its class, as one with a length does, or with CHECKs of its own.
    package var hasRulesOfType = false
    /// The words of a type that holds nothing else, in the type's order; empty for any other.
    package var labels: [String] = []
    /// The class of all its values; `any` where it takes several, or numbers of every kind.
    package var storage: Storage
    /// What it makes of values that are compared with it.
    package var nature = ColumnNature()
    /// Whether the database gives it the next number of a sequence, without a default of its own words.
    package var isNumbered = false
    /// The word that makes a column of its type with a sequence of its own: `bigserial`.
    package var numberedType: String?
    /// Whether it may hold values of other classes all the same.
    package var isLoose = false
    /// The digits behind the point, where the declared type alone makes it a decimal: 2 of `NUMERIC(10, 2)`.
    package var scale: Int?
    /// Whether the declared type alone makes it a decimal, and lets each value have digits of its own.
    package var keepsScale = false
    /// The value that a row without one gets, as it is stored; nil where there is none, or where only the database can
    /// tell it.
    package var defaultValue: Value?
    /// What follows the name where the column is added to a table, but for keys: `INTEGER NOT NULL CHECK (…)`.
    package var definition: String?
    /// The type with the order of its texts, as a statement says both; nil where the declared type is all of it.
    package var spelledType: String?
    /// The CHECKs that belong to this column.
    package var checks: [Check] = []
    /// The same, as they are written; empty where the engine never stores a row that breaks one.
    package var checkTexts: [String] = []
    /// What the table says of the column's meaning beside its type: `decimal(2)`.
    package var remark: String?
    /// What people wrote of it, where that is a comment which notes stand in, too.
    package var comment: String?
    /// The relation whose links begin with it, in a table of links that notes it.
    package var linkedBy: String?

    package init(
      name: String, declaredType: String, isRequired: Bool = false, defaultSQL: String? = nil, keyPosition: Int? = nil,
      isGenerated: Bool = false, storage: Storage = .any
    ) {
      self.name = name
      self.declaredType = declaredType
      self.isRequired = isRequired
      self.defaultSQL = defaultSQL
      self.keyPosition = keyPosition
      self.isGenerated = isGenerated
      self.storage = storage
    }
  }

  /// Statements that do nothing where the thing is there.
  package struct Making: Hashable, Sendable {
    package var table: [String] = []
    /// Those among them that make types and other things that its columns need.
    package var needed: [String] = []
    package var indexes: [String] = []
    package var triggers: [String] = []
    /// Keys to other tables, where the table's own statement does not make them.
    package var keys: [String] = []
    /// What must be there before it: tables whose columns it inherits, views that it reads.
    package var parents: [String] = []

    package init() {}
  }

  package struct ForeignKey: Hashable, Sendable {
    package var columns: [String]
    package var table: String
    /// Empty when the key refers to the primary key without naming it.
    package var referencedColumns: [String]
    /// `CASCADE`, `SET NULL`, `RESTRICT`, `NO ACTION` or `SET DEFAULT`.
    package var onDelete: String
    /// The same words.
    package var onUpdate: String

    package init(
      columns: [String], table: String, referencedColumns: [String], onDelete: String, onUpdate: String = "NO ACTION"
    ) {
      self.columns = columns
      self.table = table
      self.referencedColumns = referencedColumns
      self.onDelete = onDelete
      self.onUpdate = onUpdate
    }

    /// What happens to the rows that refer, as a statement says it.
    package var rules: String {
      "ON DELETE \(onDelete)" + (onUpdate == "NO ACTION" ? "" : " ON UPDATE \(onUpdate)")
    }
  }

  /// A rule that has a name, by which it can be dropped.
  package struct NamedRule: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case primary, unique, check, key, other
    }

    package var name: String
    package var kind: Kind
    package var columns: [String]
    /// What it says, as a statement adds it.
    package var text: String
    /// What a CHECK says, without its spelling.
    package var check: Check

    package init(name: String, kind: Kind, columns: [String], text: String, check: Check = []) {
      (self.name, self.kind, self.columns, self.text, self.check) = (name, kind, columns, text, check)
    }
  }

  package struct Index: Hashable, Sendable {
    package var name: String
    package var columns: [String]
    package var isUnique: Bool
    /// Whether the table's own text makes it, as UNIQUE and PRIMARY KEY do.
    package var isConstraint: Bool
    /// Whether it is of all rows, and of the columns as they compare by themselves; then it is no written one.
    package var isPlain: Bool
    /// Whether its statement is the one that Moonshell makes such an index by.
    package var isOurs: Bool

    package init(
      name: String, columns: [String], isUnique: Bool, isConstraint: Bool = false, isPlain: Bool = true,
      isOurs: Bool = false
    ) {
      self.name = name
      self.columns = columns
      self.isUnique = isUnique
      self.isConstraint = isConstraint
      self.isPlain = isPlain
      self.isOurs = isOurs
    }
  }

  /// An index that uses more than the columns that it is said to be of.
  package struct WrittenIndex: Hashable, Sendable {
    package var name: String
    /// The names of all that it uses.
    package var uses: Set<FoldedName>
    package var isUnique = false
    /// Whether it is called and made as Moonshell does it.
    package var isOurs = false
    /// What it is of: a column by its name, or a value in the database's own words; empty where that is not known.
    package var parts: [Part] = []
    /// The rows that it is of; nil = all.
    package var condition: String?
    /// What it is of, without its spelling.
    package var tokens: [String] = []

    package enum Part: Hashable, Sendable {
      case column(String), expression(String)

      /// As the database says it.
      package var text: String {
        switch self {
        case .column(let text), .expression(let text): text
        }
      }
    }

    package init(name: String, uses: Set<FoldedName>) {
      self.name = name
      self.uses = uses
    }

    /// What it is of, for people: `(name, lower(city)) where active = 1`.
    package var words: String {
      "(\(parts.map(\.text).joined(separator: ", ")))" + (condition.map { " where \($0)" } ?? "")
    }
  }

  package var name: String
  package var columns: [Column]
  package var foreignKeys: [ForeignKey]
  package var indexes: [Index]
  /// The indexes that use columns beside those that they are said to be of, or in place of them: in
  /// expressions, and in the conditions of partial ones.
  package var writtenIndexes: [WrittenIndex] = []
  package var isView: Bool
  /// Whether a module of the engine keeps its rows, as that of a full-text index does.
  package var isVirtual = false
  /// The names that such a table has beside those of its columns, as that of the number of a row.
  package var hiddenNames: Set<FoldedName> = []
  package var isStrict: Bool
  /// Whether it is made as Moonshell makes tables: entities say all of it, and no one else needs more of it.
  package var isOwn: Bool
  /// Whether its keys may refer to rows that are not there: nobody need have looked after them.
  package var keysMayDangle = false
  /// Whether the database numbers the rows by the key.
  package var numbersRows = false
  /// The CHECKs of the table as a whole.
  package var checks: [Check] = []
  /// The same, as they are written.
  package var checkTexts: [String] = []
  /// What people wrote of it, where that is a comment which notes stand in, too.
  package var comment: String?
  /// Its rules by their names; empty where rules cannot be changed by these.
  package var namedRules: [NamedRule] = []
  /// The schema that it stands in, as a statement has it, where that is another than the one in which tables are made.
  package var schema: String?
  /// The statement that made it, to be shown.
  package var sql: String
  /// The statements that make it and its parts where they are missing; empty where the engine does not tell.
  package var making = Making()
  /// Whether its text says more than columns, keys and rules, such as an order of its own for texts.
  package var saysMore = false

  package init(
    name: String, columns: [Column], foreignKeys: [ForeignKey] = [], indexes: [Index] = [], isView: Bool = false,
    isStrict: Bool = false, sql: String = ""
  ) {
    self.name = name
    self.columns = columns
    self.foreignKeys = foreignKeys
    self.indexes = indexes
    self.isView = isView
    self.isStrict = isStrict
    isOwn = isStrict
    self.sql = sql
  }

  /// The columns of the primary key, in its order.
  package var primaryKey: [String] {
    columns.filter { $0.keyPosition != nil }.sorted { ($0.keyPosition ?? 0) < ($1.keyPosition ?? 0) }.map(\.name)
  }
}
