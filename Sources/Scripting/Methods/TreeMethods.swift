import LuaRuntime
import Model
import Relations
import Requests

/// The methods of objects that follow a relation of their entity to itself as far as it leads.
enum TreeMethods {
  static let all: [Method] = [
    Method(
      "descendants", takes: 1,
      "the request for the rows that a relation to many of the entity to itself leads to, and so on; depth says how far",
      #"employee:descendants("reports"):where { depth = 1 }"#
    ) { session, call in
      Requester(session).push(try RelationReader(session).tree("descendants", isToMany: true, call), on: call.stack)
    },
    Method(
      "ancestors", takes: 1,
      "the request for the rows that a relation to one of the entity to itself leads to, and so on; depth says how far",
      #"employee:ancestors("boss"):pluck "name""#
    ) { session, call in
      Requester(session).push(try RelationReader(session).tree("ancestors", isToMany: false, call), on: call.stack)
    },
  ].map { $0.givingWay() }
}
