import LuaRuntime
import Query
import Schema

/// Conditions on expressions, which stand where the name of a field does: `where { ["price * quantity"] = 6 }`.
extension ConditionReader {
  /// The condition that is read of an expression as if that were a field; nil where the path is the name of a member.
  func expressed(
    _ path: FieldPath, _ read: (ConditionReader, FieldPath) throws -> Expression
  ) throws -> Expression? {
    let text = path.description
    guard !text.isPlainPath, let computed = try expression(text, path) else { return nil }
    var reader = self
    reader.resolver = resolver.naming(computed, text)
    let name = FieldPath(field: text)
    return try read(reader, name).rewritten { part in
      guard case .field(let path) = part, path.plain == name else { return nil }
      return computed.field.isPartOfJSON ? computed.expression.ofClass(path.part) : computed.expression
    }
  }

  private func expression(_ text: String, _ path: FieldPath) throws -> ComputedField? {
    guard resolver.isOpen else {
      if (try? resolver.field(at: path)) != nil, !resolver.isMember(text) {
        return resolver.isWrittenAsExpression(text) ? try value(text) : try? value(text)
      }
      if (try? resolver.target(of: path)) != nil || (try? resolver.toManyStep(of: path)) ?? nil != nil { return nil }
      // A dotted name that begins with a field says best itself what is wrong with it.
      guard let first = path.relations.first, resolver.entity.field(first) != nil else {
        if let computed = try? value(text) { return computed }
        try checkIsNotMisspelt(text)
        return try value(text)
      }
      return try? value(text)
    }
    // Any text may be the name of a field of a table: where a row has one, that is meant.
    guard resolver.computed[text] == nil, var computed = try? value(text) else { return nil }
    computed.expression = .choose(.isNull(.field(path)), computed.expression, .field(path))
    return computed
  }

  /// Names the member that a text spells in other letters.
  private func checkIsNotMisspelt(_ text: String) throws {
    let names = resolver.entity.memberNames
    guard names.contains(where: { $0.lowercased() == text.lowercased() }) else { return }
    throw QueryError.unknownField(entity: resolver.entity.name, name: text, candidates: names)
  }
}

extension FieldResolver {
  /// The same where an expression is known under its text.
  fileprivate func naming(_ computed: ComputedField, _ text: String) -> FieldResolver {
    var result = self
    result.computed[text] = computed
    return result
  }
}
