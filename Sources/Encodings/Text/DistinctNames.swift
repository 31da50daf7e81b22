/// Names that are told apart: the first of a name keeps it, as do all that were given with a number of their own.
///
///     DistinctNames.of(["Name", "Name", "Name_2"])   // "Name", "Name_3", "Name_2"
package enum DistinctNames {
  /// The names go by their bytes, as in databases: letters that merely look alike are others.
  package static func of(_ names: [String], ignoringCase: Bool = false) -> [String] {
    if !ignoringCase, Set(names).count == names.count { return names }
    func bytes(_ name: String) -> [UInt8] { Array((ignoringCase ? name.lowercased() : name).utf8) }
    var taken = Set(names.map(bytes))
    var seen: Set<[UInt8]> = []
    // The number to go on from, so that many of one name take no longer than others.
    var numbers: [[UInt8]: Int] = [:]
    return names.map { name in
      let own = bytes(name)
      if seen.insert(own).inserted { return name }
      var number = numbers[own] ?? 2
      while !taken.insert(bytes("\(name)_\(number)")).inserted { number += 1 }
      numbers[own] = number + 1
      return "\(name)_\(number)"
    }
  }
}
