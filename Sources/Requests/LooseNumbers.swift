import Model
import Query
import Schema
import Store

/// Columns of any values, and those of numbers in which another program has texts: what is added up is a number, and a
/// text is none, whatever digits it begins with.
extension FieldResolver {
  /// Whether what is stored at a path, where a number is wanted, may be a text or bytes.
  ///
  /// A function says of itself what it gives, and parts of JSON that are none are left out.
  func mayBeText(_ path: FieldPath, in database: ScriptDatabase?) -> Bool {
    if isOpen { return true }
    if path.isOwn, let computed = computed[path.field] {
      if computed.asksScript || computed.field.isPartOfJSON { return false }
      if case .field(let path) = computed.expression { return mayBeText(path, in: database) }
      return computed.field.type == .any
    }
    guard case .field(let field, let owner) = try? target(of: path), field.mayHoldTextForNumber, owner.hasTable,
      owner.isReflected || field.type == .any
    else { return false }
    guard let store = try? database?.store() else { return true }
    guard store.dialect.choosesAmongClasses else { return false }
    let classes = try? store.classes(of: field.column, in: owner.table, isView: owner.isView)
    return classes.map { !$0.isDisjoint(with: [.text, .data]) } ?? true
  }

  /// A value of each row where a number is wanted; nil where it is one for sure.
  func numberAlone(at path: FieldPath, for word: String, in database: ScriptDatabase) throws -> ComputedField? {
    guard mayBeText(path, in: database) else { return nil }
    var field = try field(at: path)
    let value = Expression.Function.numberAlone(.field(path), of: field.name, for: word)
    (field.isRequired, field.isPrimaryKey, field.isUnique, field.relation) = (false, false, false, nil)
    return ComputedField(field, value)
  }
}

extension GroupRequest {
  /// The same, where a text in place of a number is an error as it is added up.
  func refusingTexts(_ resolver: FieldResolver, in database: ScriptDatabase) throws -> GroupRequest {
    var result = self
    for (place, aggregate) in aggregates.enumerated() where [.sum, .avg, .median].contains(aggregate.function) {
      guard let path = aggregate.path,
        let value = try resolver.numberAlone(at: path, for: aggregate.function.rawValue, in: database)
      else { continue }
      let name = " \(path) alone \(place)"
      result.rows.computed[name] = value
      result.aggregates[place].path = FieldPath(field: name)
    }
    return result
  }
}

extension Expression {
  /// Whether it raises an error at a text in place of a number: then it is made of no row that nothing asks it of.
  var refusesTexts: Bool {
    contains { part in if case .call(.numberAlone, _) = part { true } else { false } }
  }
}

extension Field {
  /// Whether it is of numbers, or of anything, so that a text in it stands where a number is wanted.
  var mayHoldTextForNumber: Bool {
    if isPartOfJSON || encoder != nil || holdsDecimalTexts || isPrimaryKey && storage == .integer { return false }
    return type == .any || [.integer, .real].contains(storage) && type.reading == .asStored || isStoredAsNumber
  }
}
