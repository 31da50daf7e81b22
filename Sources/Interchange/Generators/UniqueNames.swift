/// Names of which none is given twice, whatever the case of their letters.
package struct UniqueNames {
  private var taken: Set<String>

  package init(taken: Set<String> = []) {
    self.taken = taken
  }

  /// The name, or with a number behind it where it was given before.
  package mutating func unique(_ name: String, separator: String = "_") -> String {
    var result = name
    var number = 2
    while !taken.insert(result).inserted {
      result = name.filter { $0 != "`" } + separator + "\(number)"
      number += 1
    }
    return result
  }
}
