import Encodings
import Schema

extension WrittenMistake: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "there is no SQL in it"
    case .unclosed: "a quote or a bracket in it has no other end"
    case .manyStatements: "it is one part of a statement: there can be no ';' in it"
    case .manyExpressions: "it is one expression: what stands behind ',' is another"
    case .notASelect: "it must be a SELECT, as its rows take the place of a table"
    case .missingValue(let parameter): "no value is given for \(quotedExcerpt(parameter))"
    case .surplusValues(let given, let wanted):
      "\(given) value\(given == 1 ? " is" : "s are") given, and it takes \(wanted == 0 ? "none" : String(wanted))"
    case .unknownParameter(let name, let candidates):
      "it has no parameter \(quotedExcerpt(name)).\(suggestion(for: name, in: candidates))"
    }
  }
}
