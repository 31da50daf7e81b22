import LuaRuntime
import Model
import Schema

/// What gives a row its section, and how the field that it is of compares.
struct SectionName {
  let value: LuaValue
  /// Whether the field holds bytes, which are no text to the database.
  var isData = false
  /// Nil where it is no field of an object.
  var collation: Collation?
}

/// The names of sections, numbered: the same number for the same name as long as the list lives.
package final class SectionNames {
  private var numbers: [Scalar: Int] = [:]
  private var names: [(key: Scalar, value: LuaValue)] = []
  private let title: LuaFunction?
  /// How the field that gives the names compares texts; a section is called as its first row says it.
  var collation: Collation
  private var titles: [Int: LuaValue] = [:]
  /// Those that rows have said since `beginReading`.
  private var said: Set<Int> = []

  init(title: LuaFunction? = nil, collation: Collation = .binary) {
    self.title = title
    self.collation = collation
  }

  /// All rows are about to say their names: where several spellings are one name, the first row of a section says it.
  func beginReading() { said = [] }

  /// The number of a name.
  ///
  /// - Throws: `ScriptError` for what cannot be one.
  ///
  /// - Parameter isData: whether the field that says it holds bytes, which are no text to the database.
  func number(of name: LuaValue, isData: Bool = false) throws -> Int {
    guard let key = Scalar(name), key.isFound else {
      throw ScriptError(ListError.notASectionName(value: name.described))
    }
    return number(of: isData ? key.data : key, name)
  }

  /// The number of what a rule says of a row.
  func number(of name: SectionName) throws -> Int {
    if let collation = name.collation { self.collation = collation }
    return try number(of: name.value, isData: name.isData)
  }

  /// The number of a name that is known to be one.
  func number(of name: Scalar, _ value: @autoclosure () -> LuaValue) -> Int {
    let key = name.key(by: collation)
    if let number = numbers[key] {
      if collation.joinsTexts, said.insert(number).inserted { rename(number, value()) }
      return number
    }
    let number = names.count
    names.append((key, key.isNull ? .nil : value()))
    numbers[key] = number
    said.insert(number)
    return number
  }

  private func rename(_ number: Int, _ value: LuaValue) {
    if names[number].key.isNull { return }
    names[number].value = value
    titles[number] = nil
  }

  /// The number of a name, if a section ever had it.
  package func knownNumber(of name: LuaValue) -> Int? {
    Scalar(name).flatMap { numbers[$0.key(by: collation)] ?? numbers[$0.data] }
  }

  package func name(_ number: Int) -> LuaValue { names[number].value }

  package func key(_ number: Int) -> Scalar { names[number].key }

  /// The title of a section: what the script's function makes of the name, or the first character in upper case.
  package func title(_ number: Int, _ session: SessionContext) throws -> LuaValue {
    if let known = titles[number] { return known }
    let made: LuaValue
    if let title {
      made = try title.call([name(number)]).first ?? .nil
    } else {
      made = .string(LuaString(key(number).isNull ? "" : initial(of: session.lua.describe(name(number)))))
    }
    titles[number] = made
    return made
  }
}

/// The first character of a text in upper case, or "" of an empty one.
///
/// Upper case may have more letters than one.
///
///     initial(of: "ärger")   // "Ä"
package func initial(of text: String) -> String {
  text.unicodeScalars.first.map { $0.properties.uppercaseMapping } ?? ""
}
