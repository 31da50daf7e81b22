/// Objects belong to the database that they are saved in, also when another is opened in its place.
extension ObjectContext {
  /// Whether its database is still the one that is open.
  package var isCurrent: Bool { opening == database.opening }

  /// Whether objects of both are in one database.
  package func sharesDatabase(with other: ObjectContext) -> Bool {
    database === other.database && opening == other.opening
  }

  /// Refuses a saved object for which another database is asked than the one that it belongs to.
  package func checkBelongs(to database: ScriptDatabase, as member: String? = nil) throws(ScriptError) {
    if self.database === database, isCurrent { return }
    throw ScriptError(EntityError.belongsElsewhere(member: member, entity: name, location: location))
  }
}
