import LuaRows
import LuaRuntime
import Query
import Schema

/// What assigning and saving must know of one field, made once per entity.
///
/// A class, because copying a `Field` for each value of each object would cost more than the work itself.
package final class FieldSlot {
  package let index: Int
  package let field: Field
  /// Whether numbers and strings of Lua are stored as they are, and truths as 0 and 1.
  let isPlain: Bool
  let isTruth: Bool
  /// Whether every integer of Lua is stored as it is.
  let isAnyInteger: Bool
  /// Whether NULL is refused; a key that the database numbers may be missing.
  package let isRequired: Bool
  /// What a string of Lua is in this field; where it `holdsEither`, one that is no text is data.
  let stringKind: Cell.Kind
  let holdsEither: Bool
  let reading: Reading
  package let isEncoded: Bool
  /// What becomes of a value that a script gives.
  let store: @Sendable (Input, Field) -> Stored
  package let tests: [SlotTest]

  /// Whether the column that is there would round some of its numbers.
  let mayBeRounded: Bool

  /// Whether there is something to be tested when it is saved.
  package var isTested: Bool { isRequired || !tests.isEmpty || field.document != nil || mayBeRounded }

  private var giving: LuaRowEncoding.Kind {
    if isPlain { return holdsEither ? .either : stringKind == .data ? .data : .text }
    return isTruth ? .truth : .asked
  }

  /// The values that need not be tested.
  private var passing: LuaRowEncoding.Passing {
    if field.document != nil || mayBeRounded { return .asked }
    guard let first = field.tests.first else { return .all }
    // Tests are about what scripts see, not about what is stored for it.
    if field.encoder != nil { return .asked }
    let values = field.tests.dropFirst().reduce(first.passingValues) { $0.and($1.passingValues) }
    return switch field.storage == .real ? values.ofReals : values {
    case .integers(let range): .integers(range)
    case .reals(let range): .reals(range)
    case .texts(let bytes): .texts(bytes)
    case .unknown: .asked
    }
  }

  /// How its value becomes a cell of a row.
  package var column: LuaRowEncoding.Column {
    LuaRowEncoding.Column(slot: index, kind: giving, passing: passing, isRequired: isRequired)
  }

  init(_ field: Field, index: Int, isAutomaticKey: Bool) {
    var field = field
    field.choices = field.ownChoices
    self.index = index
    self.field = field
    isPlain = field.isStoredAsSeen && !field.writesTexts
    isTruth = field.type.reading == .boolean && field.encoder == nil
    isAnyInteger = field.type == .integer && field.integerRange == nil && field.encoder == nil
    let isFilled = isAutomaticKey || field.isGenerated || field.isFilledByDatabase
    isRequired = (field.isRequired || field.isPrimaryKey) && !isFilled
    stringKind = field.storage == .data ? .data : .text
    holdsEither = field.type == .any
    reading = field.type.reading
    mayBeRounded = field.mayBeRounded
    isEncoded = field.encoder != nil
    let storesTexts: @Sendable (Input, Field) -> Stored = { input, field in field.given(input) }
    store = field.writesTexts || field.writesReals ? storesTexts : field.type.store
    tests = field.tests.map { SlotTest($0) }
  }
}

/// One test of a field with its meaning in memory; functions of the script are among them.
package final class SlotTest {
  package let test: Test
  let decision: TestDecision
  /// The test as one that asks no function of the script, where it does not.
  let matcher: TestKind.Matcher?
  /// Whether it asks a function of the script.
  package var asksScript: Bool { matcher == nil }

  init(_ test: Test) {
    self.test = test
    decision = TestDecision(test)
    if case .matcher(let matches) = decision { matcher = matches } else { matcher = nil }
  }

  /// What is wrong with a value that fails; made when one does.
  var message: String {
    let words = test.message
    return words.count <= Self.messageLimit ? words : words.prefix(Self.messageLimit) + "…"
  }

  /// Hundreds of tests may be joined; no person reads that many.
  private static let messageLimit = 300
}

/// An entity with its relations tied to columns, and what is derived from that.
package final class ResolvedEntity {
  package let entity: Entity
  package let catalog: Catalog
  /// The age of the catalog that it was made from.
  package let version: Int
  /// What columns do that are not as they are declared.
  let natures: PresentNatures
  package let slots: [FieldSlot]
  package let keySlots: [Int]
  package let automaticKeySlot: Int?
  /// The slots that are filled when they are not given.
  package let defaultSlots: [Int]
  /// The slots that the database computes, and those that it fills when they are not given.
  package let generatedSlots: [Int]
  package let filledSlots: [Int]
  /// Those of which the database may store a value in other words than it was given.
  package let rewrittenSlots: [Int]
  /// Those that it may change whatever is written, as a trigger does.
  package let triggeredSlots: [Int]
  /// Those of days and moments whose columns may hold numbers of another program, and of UUIDs that may be in upper case.
  package let foreignSlots: [Int]
  package let hasParents: Bool
  package let hasTransients: Bool
  /// Whether rows may be those of entities that extend it.
  package let isMixed: Bool
  /// How many columns a row has.
  package let rowWidth: Int
  /// What follows the key where a row is asked for by it: the kinds that it may be of.
  let kindValues: [Value]

  /// The slots of the fields with a column.
  package let storedSlots: [Int]
  /// The rules over several fields that can be asked in memory, with the slots that they look at.
  package let rules: [(rule: RowRule, slots: [Int])]
  private let relations: [ResolvedRelation]

  /// Where a relation that leads to rows which hold this one's key, or to links, is kept.
  package func tie(_ relation: String) throws -> Association {
    guard let tied = self.relation(relation) else { throw QueryError.unknownEntity(relation) }
    return try tied.tie(in: self)
  }

  package func relation(_ name: String) -> ResolvedRelation? { relations.first { $0.relation.name == name } }

  /// The relation of this name in bytes.
  package func relation(named name: UnsafeRawBufferPointer) -> ResolvedRelation? {
    relations.first { $0.isNamed(name) }
  }

  init(_ entity: Entity, catalog: Catalog, version: Int, natures: PresentNatures) {
    self.natures = natures
    self.entity = entity
    self.catalog = catalog
    self.version = version
    let automatic = entity.automaticKeySlot
    automaticKeySlot = automatic
    storedSlots = Array(entity.fields.indices)
    relations = entity.relations.map { ResolvedRelation($0, version: version) }
    keySlots = entity.keySlots
    slots = entity.allFields.enumerated().map { FieldSlot($1, index: $0, isAutomaticKey: $0 == automatic) }
    isMixed = entity.isMixed
    rowWidth = entity.rowColumns.count
    kindValues = entity.sharing.map { $0.isPart ? $0.kinds.map { .text($0) } : [] } ?? []
    rules = entity.rules.compactMap { rule in
      rule.meaning?.fieldsOfRow.map { names in (rule, names.compactMap { entity.slot(of: $0) }) }
    }
    defaultSlots = slots.indices.filter { entity.member($0).defaultValue != nil }
    generatedSlots = entity.fields.indices.filter { entity.fields[$0].isGenerated }
    filledSlots = entity.fields.indices.filter { entity.fields[$0].isFilledByDatabase }
    rewrittenSlots = entity.fields.indices.filter {
      entity.fields[$0].canBeShownAnew && entity.fields[$0].nature.isRewritten
    }
    foreignSlots = entity.fields.indices.filter {
      entity.fields[$0].mayCountMoments || entity.fields[$0].mayHoldOtherUUIDs
    }
    triggeredSlots = entity.fields.indices.filter {
      entity.fields[$0].canBeShownAnew && entity.fields[$0].nature.hasTriggers
    }
    hasTransients = !entity.transients.isEmpty
    hasParents = entity.relations.contains { $0.kind == .belongsTo }
  }

  /// The same of the entity under other names of its table and columns.
  package func with(_ entity: Entity) -> ResolvedEntity {
    ResolvedEntity(entity, catalog: catalog, version: version, natures: natures)
  }

  /// Whether an entity that extends this one in its table says something else of a field.
  package func isOverridden(_ slot: Int) -> Bool {
    guard isMixed, let kinds = entity.sharing?.kinds else { return false }
    let field = entity.fields[slot]
    return kinds.contains { catalog[$0]?.field(field.name) != field }
  }
}

extension Field {
  /// Whether what the database made of a value can be shown in its place: a key is how its row is found, and a document
  /// is an object of its own.
  fileprivate var canBeShownAnew: Bool { !isGenerated && !isPrimaryKey && !isDocument }
}
