import Schema

extension ClosureRefusal {
  var words: String {
    switch self {
    case .otherLua: "this Lua makes functions in a form that is not known"
    case .stepsAreSpent: "the functions before it took too many steps to understand"
    case .askedForEveryRow: "it is asked for every row"
    case .onlyItselfCanTell: "of some rows only the function itself can tell its answer"
    case .comparesNull:
      "some rows have NULL in a key that it compares: a function of one row may give the key,"
        + " sorted_by(function(row) return row.name or \"\" end)"
    case .bytesAsKeys: "it gives bytes, which may be no text to the database"
    case .decimalsAsKeys: "it gives decimals of several fields"
    case .testOfValues(let path):
      "a test that is a function is asked about each value\(path.map { " of '\($0)'" } ?? "")"
    case .tooLarge:
      "in SQL it would be longer, or nested deeper, than the database takes: say a part of it in a where of its own, or follow"
        + " fewer relations within each other"
    case .noWordForBytes: "SQL has no word here for what it does with bytes"
    case .textsReckonedWith(let member):
      "it gives texts, and the request does arithmetic with '\(member)', which takes numbers"
    case .valuesOfSeveralClasses: "its values are of several classes, of which this database takes one alone"
    }
  }
}
