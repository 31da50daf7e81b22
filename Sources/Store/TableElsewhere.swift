/// A table that a connection can read, and that is none of its database's: so no entity is made of it.
package struct TableElsewhere: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    /// It goes when the connection is closed.
    case temporary
    /// That of another database, under the name by which it was attached.
    case attached(String)
    /// Another schema, behind one that has a table of this name.
    case hidden(schema: String)
  }

  package let name: String
  package let place: Place

  package init(name: String, place: Place) {
    self.name = name
    self.place = place
  }
}
