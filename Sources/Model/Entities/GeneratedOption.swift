import LuaRuntime
import Schema

extension FieldOption {
  /// What the database computes of the row's other fields, in each row and whoever writes it.
  ///
  ///     total = integer { generated = "price * quantity" }
  nonisolated(unsafe) static let generated = FieldOption(
    name: "generated",
    summary: "what the database computes of other fields, read and never written: an expression as text, or sql"
  ) { reader, value in
    if let sql = value.userdata?.object(as: WrittenSQL.self) {
      reader.field.generation = RowRule(sql.text, isSQL: true)
    } else {
      guard let text = value.text, !text.isEmpty, !text.contains("\0") else {
        throw reader.mistake(.generatedIsNoText(found: value.described))
      }
      reader.field.generation = RowRule(text)
    }
    reader.field.isGenerated = true
  }

  /// The options that say how a value gets into the column, or may: nobody puts one into a column that is computed.
  static let besideGenerated = [
    "primary_key", "default", "auto", "readonly", "transient", "encode", "validate",
  ]
}
