import Query
import Schema

/// Objects of some fields count once where these are equal: of each, the first by its key is there.
///
///     Player:select("team"):distinct()   // a player of each team
extension RequestHandle {
  func withDistinctSelection() throws -> RequestHandle {
    guard request.isDistinct, let names = request.selection else { return self }
    // Rows that a function is asked about are not all known to the database.
    if request.asksScript, try pushed(isWholeWanted: true).request.asksScript { return self }
    let entity = try context.entity
    let columns = entity.fields.filter { names.contains($0.name) }.map(\.column)
    let key = entity.keySlots.map { entity.fields[$0].column }
    // Rows without a key are distinct by all that they hold.
    guard !key.isEmpty, !columns.isEmpty else { return self }
    let place = FieldPath(field: " place")
    return with {
      $0.isDistinct = false
      $0.computed[place.field] = ComputedField(
        Field(name: "place", type: .integer), .written(.place(among: columns, by: key)))
      $0 = $0.and(.comparison(.equal, .field(place), .literal(.integer(1))))
    }
  }
}
