import Encodings
import Schema

extension RelationRefusal {
  /// How to write what is asked with the words that SQL has.
  private static func advice(_ relation: String, _ method: String?) -> String {
    let rows = "row.\(relation)"
    let loop = "for one in \(rows):iterate() do"
    switch method {
    case "fetch": return "write #\(rows) for how many, or \(loop)"
    case nil, "first", "get": return "write \(rows):exists(), or min and max of a field"
    case "pluck", "values", "each": return "write \(loop)"
    case "limit", "offset", "page":
      return "write \(rows):count() for how many there are, \(rows):first() for the first one, or \(loop)"
    case "distinct": return "no row is there twice, so leave it out"
    case "select", "with": return "it changes nothing of which rows there are, so leave it out"
    case "aggregate", "group_by": return "write count, sum, avg, min or max"
    default:
      return
        "write exists, count, sum, avg, min, max, where, where_not, or_where, sorted_by(\"-field\"), first, or \(loop)"
    }
  }

  var words: String {
    switch self {
    case .otherQuestion(let relation, let method):
      "of the relation '\(relation)' it asks for \(method.map { quotedExcerpt($0) } ?? "a row by its place"): "
        + Self.advice(relation, method)
    case .asksScope(let relation, let scope, let entity):
      "of the relation '\(relation)' it asks for '\(scope)', a scope of \(entity), which is a function itself: write"
        + " where { \(relation) = \(entity):\(scope)() } in place of the function, or the condition of the scope, as in"
        + " row.\(relation):where { … }"
    case .withoutColon: "it calls a method of a relation with something else. Write ':' before the method"
    case .otherArguments(let method): "it calls '\(method)' of a relation with other arguments than that takes"
    case .firstOfMany(let relation):
      "it asks for a list of the first rows of '\(relation)': write row.\(relation):first() for one of them, or"
        + " #row.\(relation) for how many there are"
    case .firstOfPlaces(let relation):
      "the rows of '\(relation)' come in the order of places that no field says: write"
        + " row.\(relation):sorted_by(\"field\"):first()"
    case .otherSort(let relation, let method):
      "it calls '\(method)' of the relation '\(relation)' with something else than fields of its rows: write their names, as in"
        + " \(method)(\"-field\")"
    case .noCondition(let relation):
      "the condition on the rows of '\(relation)' is none: write it as a table, as text or as a function"
    case .conditionIsValue(let relation, let type):
      "the condition on the rows of '\(relation)' is \(withArticle(type)): write it as a table, as text or as a function"
    case .changes(let relation, let method): "it changes the rows of '\(relation)' by '\(method)'"
    case .conditionOfRow(let relation): "the condition on the rows of '\(relation)' depends on the row"
    case .conditionOfFunctions(let relation):
      "the condition on the rows of '\(relation)' is none of values alone: write it as a table or text"
    case .asksOfRows(let relation, let reason):
      "each row of '\(relation)' is given to a function that is asked itself: \(reason)"
    case .givesNoNumbers(let method, let relation):
      "it calls '\(method)' of '\(relation)' with a function that gives something else than numbers, or than texts to min and max"
    case .noField(let method, let name, let relation):
      "it calls '\(method)' of a relation with '\(name)', which is no field of its rows. A condition as text takes"
        + " expressions: \(method)(\(relation).a * \(relation).b) > 3"
    case .readByFunction(let method, let field):
      "it calls '\(method)' of a relation with '\(field)', which a function or a fallback of the script reads"
    case .mayHoldNoNumber(let method, let field):
      "it calls '\(method)' of a relation with '\(field)', which may hold what is no number"
    case .mayHoldOther(let method, let field):
      "it calls '\(method)' of a relation with '\(field)', which may hold more than numbers, or than texts that compare by"
        + " their bytes"
    case .noNumbers(let method, let field, let type):
      "it calls '\(method)' of a relation with '\(field)', which is \(type) and no number"
    case .walkedSharedTable(let relation):
      "it walks over the relation '\(relation)', whose rows share a table with others"
    case .otherKey(let relation): "it follows the relation '\(relation)', which does not go by the key"
    case .mayBeSeveral(let relation): "it follows the relation '\(relation)', which may lead to more than one row"
    case .walkedByHand: "it walks over a relation by itself, not by a loop"
    case .firstDecides(let relation): "which of the rows of '\(relation)' comes first decides what it returns"
    case .firstLeadsOn(let relation, let member):
      "of the first row of '\(relation)' it reads '\(member)', which is no plain field"
    case .returnsRow(let relation): "it returns what a row of '\(relation)' holds"
    case .gathers:
      "it counts or gathers while it walks over the rows of a relation: ask count, sum, min or max, or return at once"
    case .tooDeep: "its loops over relations are too deep"
    case .libraryCall(let advice): "it calls \(advice)"
    case .givesRows(let relation, let function):
      "it gives what the rows of '\(relation)' hold to \(function), which takes a table: SQL has none"
    }
  }
}
