import LuaRuntime
import Model
import Query
import Schema

extension Requester {
  /// The values for the parameters of a part of a statement: one by one, or as a table for names.
  package func writtenValues(_ call: LuaCall, from first: Int, word: String) throws -> WrittenText.Values {
    guard call.argumentCount >= first else { return .list([]) }
    guard case .table(let table) = call.value(first) else {
      return .list(try (first...call.argumentCount).map { try parameter(call.value($0), "?\($0 - first + 1)") })
    }
    if table.rawLength > 0 {
      return .list(try table.elements.enumerated().map { try parameter($0.element, "?\($0.offset + 1)") })
    }
    var result: [String: Value] = [:]
    for (key, value) in table.entries() {
      guard let name = key.text else { throw ScriptError(RequestError.parametersWithoutNames(word: word)) }
      result[name] = try parameter(value, ":\(name)")
    }
    return .named(result)
  }
}

extension WrittenExpression {
  /// The error of a word that would ask it of rows in memory.
  func isUnknownInMemory(to word: String) -> ScriptError {
    ScriptError(RequestError.writtenInMemory(word: word, text: text))
  }
}

extension WrittenSQL {
  /// It as a value of each row, for a word that takes one.
  ///
  /// - Throws: an error where the text is none, or where it looks at more than one row and `word` cannot have that.
  package func expression(for word: String, windows: Bool = false, aggregates: Bool = false) throws -> Expression {
    let expression: WrittenExpression
    do throws(WrittenMistake) {
      expression = try self.expression()
    } catch {
      throw ScriptError(RequestError.written(word: word, text: text, reason: error.description))
    }
    switch expression.reach {
    case .row: break
    case .window: if !windows { throw ScriptError(RequestError.writtenWindow(word: word, text: text)) }
    case .aggregate: if !aggregates { throw ScriptError(RequestError.writtenAggregate(word: word, text: text)) }
    }
    return .written(expression)
  }

  /// It as a member of rows, under a name.
  func computed(named name: String, for word: String, windows: Bool, aggregates: Bool) throws -> ComputedField {
    ComputedField(
      Field(name: name, type: .any), try expression(for: word, windows: windows, aggregates: aggregates))
  }
}

extension Expression {
  /// The first part that is in the database's own words.
  package var firstWritten: WrittenExpression? {
    var found: WrittenExpression?
    _ = contains { part in
      if case .written(let written) = part { found = written }
      return found != nil
    }
    return found
  }
}

extension Order {
  /// Refuses keys that only a database can tell, for rows in memory.
  package func checkIsKnownInMemory(_ word: String) throws {
    guard let written = sorts.lazy.compactMap({ $0.expression?.firstWritten }).first else { return }
    throw written.isUnknownInMemory(to: word)
  }
}
