/// Names of columns that are told apart: a second `Name` is `Name_2`, the third `Name_3`.
///
///     var names = FreeNames()
///     names.take("Name")   // "Name"
///     names.take("Name")   // "Name_2"
struct FreeNames {
  private let ignoresCase: Bool
  /// Names by their bytes, as databases compare them: letters that merely look alike are others.
  private var taken: Set<[UInt8]> = []
  /// The number to go on from, so that many columns of one name take no longer than others.
  private var numbers: [[UInt8]: Int] = [:]

  init(ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
  }

  /// Takes a name, or where it is taken, the name with the first number that is free.
  mutating func take(_ name: String) -> String {
    let bytes = self.bytes(of: name)
    var free = name
    var number = numbers[bytes] ?? 2
    while !taken.insert(self.bytes(of: free)).inserted {
      free = "\(name)_\(number)"
      number += 1
    }
    numbers[bytes] = number
    return free
  }

  private func bytes(of name: String) -> [UInt8] { Array((ignoresCase ? name.lowercased() : name).utf8) }
}
