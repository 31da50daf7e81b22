/// One stored member of an entity.
///
///     score = integer { default = 0, validate = is.at_least(0) }
package struct Field: Hashable, Sendable {
  /// What fills a field that is absent on insert.
  package enum Default: Hashable, Sendable {
    case value(Value)
    /// A function of the script, by its number.
    case function(ScriptHook)
    /// A new random UUID.
    case uuid
  }

  /// One choice of an `enum`: its label in scripts, its value in the database.
  package struct Choice: Hashable, Sendable {
    package var label: String
    package var stored: Value

    package init(label: String, stored: Value) {
      self.label = label
      self.stored = stored
    }
  }

  package var name: String
  package var column: String
  package var type: ColumnType
  package var isPrimaryKey = false
  package var isRequired = false
  package var isUnique = false
  package var isIndexed = false
  /// A value that is stored stays what it is.
  package var isReadonly = false
  /// The database computes it from other columns: it is read, never written.
  package var isGenerated = false
  /// What it computes, as a declaration or its table says it: `generated = "price * quantity"`.
  package var generation: RowRule?
  /// The database fills it where a new row gives no value, with what only it can tell: `DEFAULT CURRENT_TIMESTAMP`.
  package var isFilledByDatabase = false
  /// What it fills it with, in its own words.
  package var defaultSQL: String?
  /// The value lives in objects only: there is no column.
  package var isTransient = false
  package var defaultValue: Default?
  /// What a stored NULL, or a stored value that is none of the field's, reads as; in the form in which it is stored.
  package var fallback: Value?
  /// What its column does to values that are compared with it.
  package var nature = ColumnNature()
  /// Whether its column may hold values of other classes than its type's, as columns of other programs do.
  package var isLoose = false
  /// Whether what its column of bytes has so far are texts, or that of numbers has some, so that a text is written as
  /// one.
  package var writesTexts = false
  /// Whether its column of integers has other numbers so far, so that such a number is written as it is.
  package var writesReals = false
  /// Whether its column may hold numbers of another program in place of days or moments.
  package var mayCountMoments = false
  /// Whether its column may hold UUIDs of another program in upper case.
  package var mayHoldOtherUUIDs = false
  /// The functions between what scripts see and what is stored.
  package var encoder: ScriptHook?
  package var decoder: ScriptHook?
  package var tests: [Test] = []
  /// The width of an `integer`: 16, 32 or 64.
  package var bits = 64
  /// Whether the width was said: a narrower column of others is to become as wide.
  package var isWidthSaid = false
  /// How many digits of a `decimal` stand behind the point.
  package var scale = 2
  /// How many digits of a second a `datetime` has.
  package var precision = 0
  /// Whether a `decimal` is stored as the number that it is, as columns made elsewhere (`NUMERIC(10, 2)`) have it.
  package var isStoredAsNumber = false
  /// Whether a `decimal` is stored as text, as columns made elsewhere have it: that compares as the number that it
  /// says.
  package var holdsDecimalTexts = false
  /// Whether each `decimal` in it has a number of digits behind the point of its own, as columns made elsewhere
  /// (`NUMERIC`) have them.
  package var keepsScale = false
  /// How many digits behind the point a decimal has that is stored as a number; nil where each has its own.
  package var declaredDigits: Int? { keepsScale ? nil : scale }
  /// Whether its column is one of integers, to which the database would round any other number.
  package var roundsNumbers = false
  package var choices: [Choice] = []
  /// What the documents in it are, of a type that holds such.
  package var document: Document?
  /// Whether it is a part of JSON, of which nothing is declared.
  package var isPartOfJSON = false
  /// Whether an expression makes its values: how texts compare only columns say.
  package var isExpression = false
  /// Of which class such a part is asked for.
  package var part: PartClass?
  /// What it was called before, so that a migration can rename its column.
  package var formerName: String?
  /// The relation whose key this column holds; such a field was not written by anyone.
  package var relation: String?
  /// The relation that leads from its key over the links, in a table of links: noted there, so that it is found again.
  package var linkedBy: String?
  /// Where it was written.
  package var position: SourcePosition?

  package init(name: String, type: ColumnType, column: String? = nil) {
    self.name = name
    self.type = type
    self.column = column ?? name
  }

  /// Whether the value that scripts see says nothing of a change: what is stored for it does.
  package var isComparedAsStored: Bool {
    isDocument || type.reading == .decimal || encoder != nil || decoder != nil
  }

  /// Whether another program may have put NaN into its column; nobody has keys that are none.
  package var mayBeNaN: Bool { nature.mayBeNaN && !isPrimaryKey }

  /// Whether its decimals are the numbers that they are in columns of numbers that have every digit of them.
  package var isNumeric: Bool { type == .decimal && isStoredAsNumber && nature.isNumeric }

  /// How many digits behind the point its column keeps, which rounds decimals with more; nil where it keeps all that are
  /// declared.
  package var digitsKept: Int? {
    guard isNumeric, let fraction = nature.fraction, keepsScale || fraction < scale else { return nil }
    return fraction
  }

  /// Whether some of its decimals are texts, which compare as the numbers that they say.
  package var comparesDecimals: Bool { holdsDecimalTexts || isNumeric }

  /// Whether its texts are days and moments of a server, which go on before and behind the years of the calendar.
  package var isTimed: Bool { !isExpression && !isPartOfJSON && nature.native?.isTimed == true }

  /// How its values compare: as its column does, or as what they say does, which the column does not know.
  package var collation: Collation {
    if comparesDecimals { return isNumeric ? .numeric : .decimal }
    if isTimed { return .moment }
    return isDocument || part == .table ? .json : nature.collation
  }

  /// Whether it holds tables and objects, which are stored as JSON text.
  package var isDocument: Bool { type.reading == .json || type.reading == .document }

  /// How it says that texts compare; nil where it leaves that to what it is compared with.
  package var saidCollation: Collation? {
    (isExpression || isPartOfJSON) && collation == .binary ? nil : collation
  }

  /// Whether it reads what a server made a document of, by its own rules, or a part of that.
  package var keepsDocuments: Bool { nature.native == .document || isExpression || isPartOfJSON }

  /// Whether a table is its value, with which it compares as a whole.
  package var isComparedWhole: Bool { (type == .json || document != nil) && encoder == nil }

  /// Whether a value that was read is kept, because it can be edited in place.
  package var isKeptWhenRead: Bool {
    encoder == nil && decoder == nil ? isDocument : encoder != nil && decoder != nil
  }

  /// Whether a column of the right storage class may still hold what is no value of the type, such as a date.
  package var isVerifiedWhenRead: Bool {
    type.reading == .asStored && type.storage == .text && type.unchanged != .texts
  }

  /// What a person sees of a stored value, where that is not the value itself; nil when it is none of the field's.
  package func label(of stored: Cell) -> String? { stored.isNull ? nil : type.words?(stored, self) }

  /// Whether the table may check its values, beyond their storage class.
  package var hasCheck: Bool { !tests.isEmpty || type.check(.field(FieldPath(field: name)), self) != nil }

  /// What a value that a script gives becomes in the database, or the words for what would fit.
  package func given(_ input: Input) -> Stored {
    if case .null = input { return .value(.null) }
    let result = type.store(input, self)
    guard case .refused = result else { return result }
    if writesReals, mayHoldReals, case .real(let number) = input, number.isFinite { return .same }
    guard writesTexts, mayHoldTextsAmongNumbers, case .text(let bytes) = input else { return result }
    // A text that the column would make a number of is none of those.
    return isStorableText(bytes) && !looksNumeric(bytes) ? .same : result
  }

  /// The same of a value that may have come from the column, which is taken back with the dust that it has there.
  package func stored(_ input: Input) -> Stored {
    if let dust = dust(input) { return .value(.real(dust)) }
    return given(input)
  }
}

extension Field {
  /// Makes the column of a relation one for the keys that it refers to.
  package mutating func holdKeys(of key: Field) {
    type = key.type
    (bits, scale, precision) = (key.bits, key.scale, key.precision)
    (choices, isStoredAsNumber, keepsScale) = (key.choices, key.isStoredAsNumber, key.keepsScale)
    nature.collation = key.nature.collation
    (nature.native, nature.typeName) = (key.nature.native, key.nature.typeName)
    nature.isNumeric = key.nature.isNumeric
  }

  /// Whether a column that holds its keys differs from one of plain integers or texts.
  package var isKeyOfItsKind: Bool {
    type.reading != .asStored || isVerifiedWhenRead || precision > 0 || nature.collation.joinsTexts
  }
}
