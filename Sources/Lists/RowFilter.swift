import LuaRuntime
import Model
import Query
import Requests
import Schema

/// What says which rows of a list in memory are shown: all that `where` takes, or a test of whole rows.
///
///     filter = { score = is.greater(3) }   filter = "score > 3"   filter = function(row) return row.score > 3 end
///
/// Names are those of the entity of each object; of plain tables any name is a field.
package final class RowFilter {
  private unowned let session: SessionContext
  private let word: String
  private let values: [LuaValue]
  private let function: LuaFunction?
  private let test: ObjectTest?
  /// What it asks of the objects of each entity, and of tables, whose entity has no name.
  private var conditions: [String: RowCondition] = [:]

  /// - Throws: `ScriptError` for what is no condition at all; what names mean is seen with the first row.
  package init(_ values: [LuaValue], word: String, _ session: SessionContext) throws {
    (self.session, self.word, self.values) = (session, word, values)
    function = values.count == 1 ? values[0].function : nil
    test = try values.count == 1 ? ObjectTest(values[0], session) : nil
    switch values.first {
    case .function, .table, .string: break
    case _ where test != nil: break
    case let value?:
      if let written = value.writtenSQL {
        throw ScriptError(RequestError.writtenInMemory(word: word, text: written.text))
      }
      throw ScriptError(ListError.notAFilter(word: word, value: value.described))
    default: throw ScriptError(ListError.notAFilter(word: word, value: (values.first ?? .nil).described))
    }
  }

  /// Whether it lets a row be seen.
  package func selects(_ row: LuaValue) throws -> Bool {
    if let function { return try function.call([row]).first?.isTruthy ?? false }
    let context = RowCopies(session).withObject(row) { $1 }
    let stack = session.lua.stack
    stack.push(row)
    defer { stack.pop(1) }
    return try test?.holdsForTop() ?? condition(for: context).selectsTop()
  }

  /// Forgets what its requests answered.
  func readAnew() { conditions = [:] }

  private func condition(for context: ObjectContext?) throws -> RowCondition {
    let name = context?.name ?? ""
    if let known = conditions[name] { return known }
    let resolver = try context.map { try FieldResolver(catalog: $0.catalog, entity: $0.entity) } ?? .ofTables
    var reader = ConditionReader(session: session, resolver: resolver, word: word)
    reader.database = context?.database
    let condition = try RowCondition(
      condition: reader.read(values), session: session, stack: session.lua.stack)
    conditions[name] = condition
    return condition
  }
}
