import LuaRuntime
import Model
import Samples
import Schema

/// A member of the objects that are made, and where its values come from.
struct SampledMember {
  private enum Source {
    case value(Field, ValueSampler, Entity)
    case document(Field, Document, SampleDocuments)
    /// The objects that a relation may lead to.
    case rows([LuaValue], isUnique: Bool)
  }

  let name: String
  /// What is wrong with values that fail its tests.
  let tests: [String]
  private let source: Source
  /// Whether it may be without a value.
  private let mayBeMissing: Bool
  private let session: SessionContext

  /// How many objects have a value, for one that has none.
  private static let share = 10

  /// Whether what is wrong with a value is said when an object is made of it.
  var isJudgedWhenMade: Bool {
    switch source {
    case .value(let field, _, _): field.encoder != nil || field.decoder != nil
    case .document: true
    case .rows: false
    }
  }

  /// The members of an entity that are drawn: not those that are given, nor those that the database fills.
  static func all(
    of context: ObjectContext, _ tied: ResolvedEntity, _ options: SampleOptions, _ stack: LuaStack
  ) throws -> [SampledMember] {
    let entity = tied.entity
    let relations = entity.relations.filter { $0.kind == .belongsTo }
    let keys = Set(relations.flatMap(\.columns))
    var result = entity.allFields.indices.compactMap { slot -> SampledMember? in
      let field = entity.member(slot)
      let isFilled = field.isGenerated || field.isFilledByDatabase || slot == tied.automaticKeySlot
      let isKey = field.relation != nil || !field.isTransient && keys.contains(field.column)
      if isFilled || isKey || slot == entity.kindSlot || options.given[field.name] != nil { return nil }
      return SampledMember(field, entity, context.session)
    }
    for relation in relations where options.given[relation.name] == nil {
      let rows = try RelatedSamples(context, relation, stack).rows(seed: options.seed)
      if rows.isEmpty {
        guard entity.requires(relation) else { continue }
        throw SampleError.noRows(entity: entity.name, relation: relation.name, target: relation.target)
      }
      result.append(SampledMember(relation, of: entity, rows, context.session))
    }
    return result
  }

  init(_ field: Field, _ entity: Entity, _ session: SessionContext) {
    name = field.name
    tests = field.tests.isEmpty ? ["is not \(field.type.expected)"] : field.tests.map(\.message)
    self.session = session
    if let document = field.document, field.decoder == nil {
      source = .document(field, document, SampleDocuments(session: session))
      mayBeMissing = !field.isRequired && field.defaultValue == nil
    } else {
      let sampler = ValueSampler(field)
      source = .value(field, sampler, entity)
      mayBeMissing =
        !field.isRequired && !field.isPrimaryKey && field.defaultValue == nil && field.fallback == nil
        && sampler.takesNull
    }
  }

  private init(_ relation: Relation, of entity: Entity, _ rows: [LuaValue], _ session: SessionContext) {
    name = relation.name
    tests = []
    self.session = session
    source = .rows(rows, isUnique: relation.isUnique)
    mayBeMissing = !entity.requires(relation)
  }

  /// A value as scripts give it, `.nil` for none; nil where no value was found.
  ///
  /// - Parameter more: further tests, which NULL does not pass.
  func value(_ dice: inout SampleDice, number: Int, attempt: Int, more: [Test] = []) throws -> LuaValue? {
    if mayBeMissing, more.isEmpty, dice.once(in: Self.share) { return .nil }
    switch source {
    case .value(let field, let sampler, let entity):
      guard let stored = sampler.value(&dice, attempt: attempt, more: more) else { return nil }
      return try visible(stored, field, entity)
    case .document(_, let document, let documents): return try documents.value(of: document.kind, &dice)
    // They stand in an order by the seed: of those that may be taken once each has its turn.
    case .rows(let rows, let isUnique): return isUnique ? rows[(number + attempt) % rows.count] : dice.pick(rows)
    }
  }

  /// A stored value as a script would give it.
  private func visible(_ stored: Value, _ field: Field, _ entity: Entity) throws -> LuaValue {
    if field.decoder != nil {
      return try stored.withCell { try FieldCoding(session).value(of: $0, as: field, of: entity) }
    }
    return SampleDocuments(session: session).plain(stored, field)
  }
}
