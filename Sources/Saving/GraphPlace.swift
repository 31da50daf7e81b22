import LuaRuntime
import Model
import Schema

/// Which of several objects that are saved together an error is about.
///
///     Team: players[2]: games: title: 'Go' exists already   // of the team itself: known(2), as named of its players
extension ScriptError {
  /// Lets an error be of one of several objects, unless it says itself of which.
  package func placed(at place: Int, of count: Int) -> ScriptError {
    var result = self
    switch self.place {
    case .ofOwner: result.place = count > 1 ? .known(place + 1) : .ofOwner
    case .ofEntries where count > 1 && !entries.contains { $0["index"].integer != nil }:
      result.place = .known(place + 1)
    case .ofEntries, .known: break
    }
    return result
  }

  /// Adds to what went wrong with related objects that it did there: `Team: players[2]: age: 25 is not between 18 and 24`.
  ///
  /// - Parameter place: which of several objects it is about; nil where the error itself says so.
  package func named(by relation: Relation, of owner: String, at place: Int? = nil) -> ScriptError {
    let entries = entries
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var result = self
    let words = lines.enumerated().map { number, line in
      let index = relation.kind.isToMany ? (place ?? known(number, of: lines.count)).map { "[\($0)]" } ?? "" : ""
      let start = "\(relation.target): "
      return "\(owner): \(relation.name)\(index): \(line.hasPrefix(start) ? String(line.dropFirst(start.count)) : line)"
    }
    for (entry, line) in zip(entries, words) where entries.count == words.count {
      entry["message"] = .string(LuaString(line))
    }
    result.message = words.joined(separator: "\n")
    result.place = .ofOwner
    return result
  }

  /// Which object a line of its words is about, counted from 1; nil where there is but one.
  private func known(_ line: Int, of count: Int) -> Int? {
    switch place {
    case .known(let place): place
    case .ofOwner: nil
    case .ofEntries: entries.count == count ? entries[line]["index"].integer.map { Int($0) } : nil
    }
  }
}
