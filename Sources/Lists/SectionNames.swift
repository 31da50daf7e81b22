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
///
/// Where several spellings are one name, a section that is called otherwise is another one: so a change tells it.
package final class SectionNames {
  private var numbers: [Scalar: Int] = [:]
  private var names: [(key: Scalar, value: LuaValue)] = []
  private(set) var title: LuaFunction?
  /// How the field that gives the names compares texts; a section is called as its first row says it.
  var collation: Collation {
    didSet { if collation != oldValue { takeKeysAnew() } }
  }
  private var titles: [Int: (name: LuaValue, title: LuaValue)] = [:]
  /// Those that rows have said since `beginReading`.
  private var said: Set<Int> = []

  init(title: LuaFunction? = nil, collation: Collation = .binary) {
    self.title = title
    self.collation = collation
  }

  /// All rows are about to say their names: where several spellings are one name, the first row of a section says it.
  func beginReading() { said = [] }

  /// Spellings that were one name may be several from now on, and the other way round.
  private func takeKeysAnew() {
    numbers = [:]
    for (number, name) in names.enumerated() {
      if case .text = name.key, let spelled = Scalar(name.value) { names[number].key = spelled.key(by: collation) }
      if numbers[names[number].key] == nil { numbers[names[number].key] = number }
    }
  }

  /// Gives titles as others do, unless it has a function of its own.
  func takeTitle(of others: SectionNames) { title = title ?? others.title }

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
    var called: LuaValue?
    if let number = numbers[key] {
      guard collation.joinsTexts, !key.isNull, said.insert(number).inserted else { return number }
      let now = value()
      if now == names[number].value { return number }
      called = now
    }
    let number = names.count
    names.append((key, key.isNull ? .nil : called ?? value()))
    numbers[key] = number
    said.insert(number)
    return number
  }

  /// The number of a name, if a section ever had it.
  package func knownNumber(of name: LuaValue) -> Int? {
    Scalar(name).flatMap { numbers[$0.key(by: collation)] ?? numbers[$0.data] }
  }

  func name(_ number: Int) -> LuaValue { names[number].value }

  package func key(_ number: Int) -> Scalar { names[number].key }

  /// The title of a section that is called so: what the script's function makes of the name, or the first character in
  /// upper case.
  func title(_ number: Int, called name: LuaValue, _ session: SessionContext) throws -> LuaValue {
    if let known = titles[number], known.name == name { return known.title }
    let made: LuaValue
    if let title {
      let said = try title.call([name]).first ?? .nil
      made = said.isNil ? .string("") : said
    } else {
      made = .string(LuaString(key(number).isNull ? "" : initial(of: session.lua.describe(name))))
    }
    titles[number] = (name, made)
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
