import LuaRuntime
import Schema

/// One option of fields: its name, and what it does to the field that is being made.
package struct FieldOption {
  package let name: String
  package let summary: String
  let apply: (inout FieldReader, LuaValue) throws -> Void

  /// The options that every type of field has.
  package nonisolated(unsafe) static let common: [FieldOption] = [
    FieldOption(name: "required", summary: "NULL is refused") { $0.field.isRequired = try $0.flag($1, "required") },
    FieldOption(name: "unique", summary: "no two rows may have the same value") {
      $0.field.isUnique = try $0.flag($1, "unique")
    },
    FieldOption(name: "indexed", summary: "an index makes look-ups fast") {
      $0.field.isIndexed = try $0.flag($1, "indexed")
    },
    FieldOption(name: "primary_key", summary: "the value that tells rows apart") {
      $0.field.isPrimaryKey = try $0.flag($1, "primary_key")
    },
    FieldOption(
      name: "default", summary: "the value of a field that is not given, or what makes it: a function, or sql"
    ) {
      try $0.readDefault($1)
    },
    FieldOption(name: "readonly", summary: "what is stored stays as it is") {
      $0.field.isReadonly = try $0.flag($1, "readonly")
    },
    .generated,
    FieldOption(name: "transient", summary: "a value of objects that is never stored") {
      $0.field.isTransient = try $0.flag($1, "transient")
    },
    FieldOption(name: "encode", summary: "the function that makes what is stored of a value") {
      $0.field.encoder = try $0.coder($1, "encode")
    },
    FieldOption(name: "decode", summary: "the function that makes a value of what is stored") {
      $0.field.decoder = try $0.coder($1, "decode")
    },
    FieldOption(
      name: "fallback",
      summary: "what NULL, or what cannot be decoded, reads as, in prints and exports too; "
        + "conditions, sorts and expressions of a table or a text ask what is stored, functions what they read"
    ) { $0.fallback = $1 },
    FieldOption(name: "column", summary: "the name of the column, when it is another") {
      $0.field.column = try $0.text($1, "column")
    },
    FieldOption(name: "renamed_from", summary: "the name that it had before, for db:migrate()") {
      $0.field.formerName = try $0.text($1, "renamed_from")
    },
    FieldOption(name: "validate", summary: "a test, a list of tests, or functions") { try $0.readTests($1) },
  ]

  /// The options that only some types have; a type names those that it takes.
  package nonisolated(unsafe) static let special: [FieldOption] = [
    FieldOption(name: "bits", summary: "16, 32 or 64") { reader, value in
      guard case .integer(let bits) = value, [16, 32, 64].contains(bits) else {
        throw reader.mistake(.bitsCannotBe)
      }
      reader.field.bits = Int(bits)
      reader.field.isWidthSaid = true
    },
    FieldOption(name: "scale", summary: "how many digits stand behind the point") { reader, value in
      if case .string("any") = value {
        (reader.field.scale, reader.field.keepsScale) = (0, true)
        return
      }
      guard case .integer(let scale) = value, (0...Int64(DecimalNumber.largestScale)).contains(scale) else {
        throw reader.mistake(.scaleCannotBe)
      }
      reader.field.scale = Int(scale)
    },
    FieldOption(name: "precision", summary: "how many digits of a second there are, 0 to 6") { reader, value in
      guard case .integer(let digits) = value, (0...Int64(ColumnType.largestPrecision)).contains(digits) else {
        throw reader.mistake(.precisionCannotBe)
      }
      reader.field.precision = Int(digits)
    },
    FieldOption(
      name: "collation",
      summary: "\"nocase\": letters of ASCII equal their capitals; \"rtrim\": blanks at the end count not"
    ) { reader, value in
      guard case .string(let name) = value, let collation = Collation(word: name.lossyText) else {
        throw reader.mistake(.collationCannotBe)
      }
      reader.field.nature.collation = collation
    },
    FieldOption(name: "stored", summary: "\"number\" for a column of real numbers, as NUMERIC(10, 2) is") {
      reader, value in
      guard case .string("number") = value else { throw reader.mistake(.storedCannotBe) }
      reader.field.isStoredAsNumber = true
    },
    FieldOption(name: "auto", summary: "true makes one for each new row") { reader, value in
      if try reader.flag(value, "auto") { reader.field.defaultValue = .uuid }
    },
  ]

  /// Whether values are stored, or compare, in another way because of it.
  var saysStorage: Bool { ["scale", "precision", "collation", "stored"].contains(name) }

  package static func all(for type: ColumnType) -> [FieldOption] {
    common + special.filter { type.options.contains($0.name) }
  }
}
