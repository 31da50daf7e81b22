import Schema

/// The groups of a request's rows that have the same values, and what is counted of each.
///
///     Player:group_by("team"):aggregate { players = "count", mean = "avg score" }:having "players > 3"
package struct GroupRequest: Hashable, Sendable {
  package enum Function: String, Hashable, Sendable, CaseIterable {
    case count, sum, avg, min, max
    /// The mean of the middle two, as a real number; counted in memory.
    case median
    /// All values in the order of the rows, NULLs too; gathered in memory.
    case list
  }

  /// What the rows of a group have in common, under its name.
  package struct Key: Hashable, Sendable {
    package var name: String
    package var path: FieldPath

    package init(_ name: String, _ path: FieldPath) {
      self.name = name
      self.path = path
    }
  }

  /// One value of each group: `mean = "avg score"`.
  package struct Aggregate: Hashable, Sendable {
    package var name: String
    package var function: Function
    /// Nil for a count of rows.
    package var path: FieldPath?
    /// Whether equal values count once.
    package var isDistinct: Bool
    /// What the script wrote in the database's own words, in place of a function and a path.
    package var written: WrittenExpression?

    package init(name: String, function: Function, path: FieldPath? = nil, isDistinct: Bool = false) {
      self.name = name
      self.function = function
      self.path = path
      self.isDistinct = isDistinct
    }

    package init(name: String, written: WrittenExpression) {
      self.init(name: name, function: .max)
      self.written = written
    }
  }

  package var rows: FetchRequest
  package var keys: [Key]
  package var aggregates: [Aggregate] = []
  /// Which groups, in what order, how many: said of an entity whose fields are the keys and the aggregates.
  package var groups: FetchRequest

  package init(_ rows: FetchRequest, keys: [Key]) {
    self.rows = rows
    self.keys = keys
    groups = FetchRequest(entity: "groups")
  }

  /// Whether some of it is made of the rows in memory, whatever selects these.
  package var isInMemory: Bool {
    aggregates.contains { $0.function == .median || $0.function == .list }
  }

  /// The groups as an entity, against which `having` and `sorted_by` are read.
  package func entity(_ resolver: FieldResolver) throws(QueryError) -> Entity {
    var fields: [Field] = []
    for key in keys {
      var field = try resolver.field(at: key.path)
      field.name = key.name
      // The groups of NULL are a group too, and all keys together make a group's key.
      field.isPrimaryKey = true
      fields.append(field.holdingPart)
    }
    for aggregate in aggregates { fields.append(try self.field(of: aggregate, resolver)) }
    let names = Set(fields.map { $0.name.lowercased() })
    for place in fields.indices {
      if fields[..<place].contains(where: { $0.name == fields[place].name }) {
        throw .groupNameTwice(fields[place].name)
      }
      // Columns are called as groups show them, where a database can tell the names apart.
      fields[place].column = names.count == fields.count ? fields[place].name : "\(place + 1)"
      fields[place].relation = nil
    }
    return Entity(name: "groups of \(resolver.entity.name)", table: "groups", fields: fields)
  }

  private func field(of aggregate: Aggregate, _ resolver: FieldResolver) throws(QueryError) -> Field {
    if aggregate.written != nil { return Field(name: aggregate.name, type: .any) }
    guard let path = aggregate.path else { return Field(name: aggregate.name, type: .integer) }
    var field = try resolver.field(at: path)
    // What is made of parts of JSON is no part of any.
    field.isPartOfJSON = false
    switch aggregate.function {
    // There is no least of no values, whatever NULL reads as.
    case .min, .max: field.fallback = nil
    case .list: break
    case .count: return Field(name: aggregate.name, type: .integer)
    case .sum, .avg, .median:
      try field.checkHoldsNumbers(for: aggregate.function.rawValue, at: path)
      if field.type == .duration, aggregate.function != .sum { return Field(name: aggregate.name, type: .meanDuration) }
      if field.hasUnit, aggregate.function == .sum { break }
      let isWhole = aggregate.function == .sum && field.storage == .integer
      var made = Field(name: aggregate.name, type: isWhole ? .integer : field.storage == .any ? .any : .real)
      made.isExpression = field.isExpression
      return made
    }
    field.name = aggregate.name
    field.isPrimaryKey = false
    return field
  }

  /// The aggregates of which a group shows the integer 0 where there is nothing to add up, though they are real numbers:
  /// a database whose columns have one class gives NULL for it.
  package func sumsOfSome(_ resolver: FieldResolver, _ dialect: any Dialect) throws(QueryError) -> Set<Int> {
    if dialect.choosesAmongClasses { return [] }
    var places: Set<Int> = []
    for (place, aggregate) in aggregates.enumerated() where aggregate.function == .sum && aggregate.written == nil {
      guard let path = aggregate.path, try resolver.field(at: path).type != .decimal else { continue }
      if !resolver.valueClass(of: .field(path)).isWhole { places.insert(place) }
    }
    return places
  }

  /// The same where parts of JSON are asked for as what is made of them needs.
  package func askingParts(_ resolver: FieldResolver) throws(QueryError) -> GroupRequest {
    var result = self
    for (place, key) in keys.enumerated() {
      result.keys[place].path = try resolver.path(key.path, askedOf: .key)
    }
    for (place, aggregate) in aggregates.enumerated() {
      guard let path = aggregate.path else { continue }
      // What is chosen among parts of JSON and plain values is of one class as a whole alone.
      guard let part = aggregate.part ?? (resolver.computed(at: path) == nil ? nil : .json) else { continue }
      result.aggregates[place].path = try resolver.path(path, askedOf: part)
    }
    return result
  }

  /// The same, the least and greatest parts of JSON as the database finds them.
  package func askingExtremes(_ resolver: FieldResolver, _ dialect: any Dialect) throws(QueryError) -> GroupRequest {
    var result = self
    for (place, aggregate) in aggregates.enumerated() where [.min, .max].contains(aggregate.function) {
      guard let path = aggregate.path else { continue }
      result.aggregates[place].path = try resolver.path(path, extremeIn: dialect)
    }
    return result
  }
}

extension GroupRequest.Aggregate {
  /// What parts of JSON have to be; nil where any value will do.
  fileprivate var part: PartClass? {
    if isDistinct, function == .count || function == .list { return .key }
    switch function {
    case .sum, .avg, .median: return .number
    case .min, .max: return .ordered
    case .list: return .json
    case .count: return nil
    }
  }
}

extension Entity {
  /// The groups as they are read: parts of JSON as what stands there.
  package var showingParts: Entity {
    var result = self
    for place in fields.indices { result.fields[place] = fields[place].asked(of: .json) }
    return result
  }
}

extension Field {
  /// Refuses to add up what is no number: the database would take the digits that a text begins with.
  package func checkHoldsNumbers(for function: String, at path: FieldPath) throws(QueryError) {
    // Of an enum the codes are stored, which nobody sees.
    guard [.integer, .real, .any].contains(storage), type != .boolean, type.reading != .label else {
      // What is computed has a blank in front of its name.
      let shown = path.description
      let known = shown.hasPrefix(" ") ? name : shown
      throw .aggregateOfNoNumber(function, field: known, type: type.name)
    }
  }
}
