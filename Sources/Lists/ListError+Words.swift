import Encodings
import Model
import Schema

extension ListError {
  package var kind: ScriptError.Kind {
    switch self {
    case .tooManyCalls, .noKey, .otherDatabase, .changedWhileShown, .rowIsNotSaved, .lentRow,
      .assignedSection, .changedIdentity,
      .noSetSection, .setSectionDidNothing, .changedByItself, .changesDoNotFit:
      .state
    case .notAnIdentity, .unsortable, .notASectionName, .notASectionKey: .type
    case .noChangesMember, .noSectionMember: .query
    default: .argument
    }
  }

  package var message: String {
    switch self {
    case .tooManyCalls:
      "too many functions call each other"
    case .noKey(let entity, let view):
      "\(entity) has no primary key: its rows cannot be told apart, nor followed"
        + (view.map {
          ". Say which field of the view is one: entity \"\(entity)\" { table = \"\($0)\", id = integer {"
            + " primary_key = true }, … }"
        } ?? "")
    case .otherDatabase(let location):
      "this result set belongs to another connection (\(location)): make it again of its request"
    case .changedWhileShown:
      "a function of a result set changed what it shows: functions that decide about rows only look"
    case .diffOption(let name, let candidates):
      "diff: unknown option '\(name)'.\(optionAdvice(for: name, in: candidates))"
    case .notADiffList(let place, let value):
      "diff takes two lists, snapshots or result sets, and the \(place) is \(value)"
    case .sameIdentity(let place):
      "diff: two rows of the \(place) list have the same identity"
    case .notAnIdentity(let value):
      "the identity of a row is a text, a number, true or false, not \(value)"
    case .rowIsNotSaved(let row):
      "\(row) is not saved: it has no identity yet. Name one with 'unique'"
    case .noIdentity(let names):
      "a row has no \(names): it has no identity. Say what tells rows apart: result_set { unique = \"id\" }"
    case .notARow(let value):
      "a row is a table or an object, not \(value)"
    case .lentRow:
      "this row is only lent to the function that decides about it: fetch() the rows first"
    case .assignedSection:
      "nothing can be assigned to sections: rows of a list in memory change with rs:update, rs:insert, rs:move and"
        + " rs:remove, those of a request when they are saved"
    case .changedIdentity:
      "an update cannot change what tells a row from others: remove the row and insert another one"
    case .outOfRange(let position, let reason, let summary):
      "\(position) is out of range: \(reason.words). The list has \(summary)"
    case .noSection(let section, let summary):
      "there is no section \(section). The list has \(summary)"
    case .noRowsInSection(let section, let count):
      "section \(section) has rows 1 to \(count)"
    case .noSetSection:
      "a row belongs to the section that its fields say. To move it to another one, say how in the set:"
        + " set_section = function(row, name) … end"
    case .setSectionDidNothing:
      "set_section was called, and the row still belongs to another section: it must change what 'section' reads"
    case .notARule(let word, let value):
      "\(word) is the name of a field, initial \"name\", or a function of the row, not \(value)"
    case .resultSetOption(let name, let candidates):
      "result_set: unknown option '\(name)'.\(optionAdvice(for: name, in: candidates))"
    case .notAFunction(let word, let value):
      "\(word) is a function, not \(value)"
    case .pageSize(let value):
      "page_size is a number of rows, at least 1, not \(value)"
    case .noChangesMember(let name, let candidates):
      "changes have no member '\(name)'.\(suggestion(for: name, in: candidates))"
    case .notChanges(let value):
      "changes were expected, not \(value). Write ':' before the method"
    case .changesDoNotFit(let summary):
      "apply takes the list that the changes were computed from, of \(summary), and this is another one"
    case .applyWithoutList(let value):
      "apply takes a snapshot, or for one section a list, not \(value)"
    case .sectionsNeedSnapshot:
      "these changes are of several sections: apply them to a snapshot (rs:snapshot())"
    case .notAFilter(let word, let value):
      "\(word) takes what where takes, tests, a text or a function of a row, not \(value)"
    case .followsOtherRows(let entity, let other):
      "a result set of \(entity) follows other requests for \(entity) in the same database, and this one is"
        + (other == entity ? " of another database" : " for \(other)")
    case .changedByItself:
      "a function that a result set calls cannot change that result set"
    case .endlessRow:
      "a row holds tables in tables, too deep or without end"
    case .tooLargeRow:
      "a row holds more than a million values"
    case .tooDeepToCopy:
      "a row holds tables in tables, too deep to be copied"
    case .orderWithoutKey(let word):
      "\(word) needs the name of a field or a function: { \"-score\", \"name\" }"
    case .secondMinus(let word, let name):
      "\(word): '-' stands once before the name of a field, not as in '-\(name)'"
    case .unsortable(let value):
      "rows are sorted by nil, booleans, numbers, texts or decimals, not by \(value)"
    case .noSectionMember(let name, let candidates):
      "a section has no member '\(name)'.\(suggestion(for: name, in: candidates)) It has name, title, index, #"
        + " and rows by number"
    case .notASectionName(let value):
      "the name of a section is a text, a number, true, false or nil, not \(value)"
    case .notASectionOrder(let value):
      "sort_sections is \"name\", \"-name\", \"appearance\", or a function of two sections (whether the first"
        + " comes first), not \(value)"
    case .notASectionKey:
      "sort_sections: the key of a section is a text, a number, true or false"
    }
  }
}

extension ListError.Misplacement {
  fileprivate var words: String {
    switch self {
    case .noRow: "there is no row"
    case .noSection: "there is no such section"
    case .noPlace(let last): "the section has places 1 to \(last)"
    }
  }
}
