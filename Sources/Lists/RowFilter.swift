import LuaRows
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
  /// What it asks of the objects of each shape, and of tables, which have none.
  private var conditions: [OpaquePointer?: RowCondition] = [:]

  /// - Throws: `ScriptError` for what is no condition at all; what names mean is seen with the first row.
  package init(_ values: [LuaValue], word: String, _ session: SessionContext) throws {
    (self.session, self.word, self.values) = (session, word, values)
    function = values.count == 1 ? values[0].function : nil
    test = try values.count == 1 ? ObjectTest(values[0]) : nil
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
    if let function { return try function.call(showing: [row]).first?.isTruthy ?? false }
    let shape = RowCopies(session).withObject(row) { object, _ in object.shape }
    let place = BorrowedValue(row, on: session.lua.stack)
    defer { place.drop() }
    return try test?.holds(for: place) ?? condition(for: shape).selects(place)
  }

  /// Forgets what its requests answered.
  func readAnew() { conditions = [:] }

  private func condition(for shape: LuaRowShape?) throws -> RowCondition {
    if let known = conditions[shape?.pointer] { return known }
    let context = shape?.context(as: ObjectContext.self)
    var resolver = FieldResolver.ofTables
    if let shape, let context { resolver = try FieldResolver(shape: shape, context) }
    var reader = ConditionReader(session: session, resolver: resolver, word: word)
    reader.database = context?.database
    let condition = try RowCondition(condition: reader.read(values), session: session)
    conditions[shape?.pointer] = condition
    return condition
  }
}
