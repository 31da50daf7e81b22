import Schema

/// A change of a table that is there, which leaves all else of it as it is.
package enum Alteration: Hashable, Sendable {
  /// `ALTER COLUMN "age" DROP EXPRESSION`
  case dropExpression(column: String)
  case dropDefault(column: String)
  case setDefault(column: String, String)
  /// `ALTER COLUMN "age" TYPE bigint USING …`
  case setType(column: String, to: String, using: SQL)
  /// One more word of a type of others, and where it comes among its words: `'wild' AFTER 'ok'`
  case addLabel(type: String, label: String)
  case allowNull(column: String)
  case setRequired(column: String)
  /// What rows have where they have nothing: `UPDATE "player" SET "rank" = 'amateur' WHERE "rank" IS NULL`
  case fill(column: String, with: String)
  case dropRule(name: String)
  /// `ADD CONSTRAINT "a < b" CHECK (…)`; without a name the database finds one.
  case addRule(TableDescription.NamedRule)
  /// What is noted of a column beside its type.
  case note(column: String, SQL)
  /// That another program made the table.
  case noteForeign(SQL)

  /// The columns whose rows it is about; empty where it cannot fail for what is in them.
  package var columns: [String] {
    switch self {
    case .setType(let column, _, _), .setRequired(let column), .fill(let column, _): [column]
    case .addRule(let rule): rule.columns
    case .dropExpression, .dropDefault, .addLabel, .setDefault, .allowNull, .dropRule, .note, .noteForeign: []
    }
  }

  /// Its place among those of a table: rules go before what they say of columns does, and come when all is there.
  var rank: Int {
    switch self {
    case .dropRule: 0
    case .dropExpression: 1
    case .dropDefault: 2
    case .addLabel, .setType: 3
    case .setDefault: 4
    case .allowNull: 5
    case .fill: 6
    case .setRequired: 7
    case .addRule: 8
    case .note, .noteForeign: 9
    }
  }

  func statement(of table: String) -> SQL {
    let head: SQL = "ALTER TABLE \(name: table)"
    return switch self {
    case .dropExpression(let column): "\(head) ALTER COLUMN \(name: column) DROP EXPRESSION"
    case .dropDefault(let column): "\(head) ALTER COLUMN \(name: column) DROP DEFAULT"
    case .setDefault(let column, let value): "\(head) ALTER COLUMN \(name: column) SET DEFAULT \(.written(value))"
    case .setType(let column, let type, let value):
      "\(head) ALTER COLUMN \(name: column) TYPE \(.written(type)) USING \(value)"
    case .addLabel(let type, let label):
      "ALTER TYPE \(.written(type)) ADD VALUE IF NOT EXISTS \(.written(label))"
    case .allowNull(let column): "\(head) ALTER COLUMN \(name: column) DROP NOT NULL"
    case .setRequired(let column): "\(head) ALTER COLUMN \(name: column) SET NOT NULL"
    case .fill(let column, let value):
      "UPDATE \(name: table) SET \(name: column) = \(.written(value)) WHERE \(name: column) IS NULL"
    case .dropRule(let name): "\(head) DROP CONSTRAINT \(name: name)"
    case .addRule(let rule):
      rule.name.isEmpty
        ? "\(head) ADD \(.written(rule.text))" : "\(head) ADD CONSTRAINT \(name: rule.name) \(.written(rule.text))"
    case .note(_, let statement), .noteForeign(let statement): statement
    }
  }
}
