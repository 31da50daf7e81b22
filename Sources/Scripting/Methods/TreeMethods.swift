import LuaRuntime
import Model
import Relations
import Requests

/// The methods of objects that follow a relation of their entity to itself as far as it leads.
enum TreeMethods {
  static let all: [Method] = [
    Method(
      "descendants", takes: 1,
      "the request for all rows below it, along a relation to many of its entity to itself",
      #"employee:descendants("reports"):where { depth = 1 }"#
    ) { session, call in
      Requester(session).push(try RelationReader(session).tree("descendants", isToMany: true, call), on: call.stack)
    },
    Method(
      "ancestors", takes: 1,
      "the request for all rows above it, along a relation to one of its entity to itself",
      #"employee:ancestors("boss"):pluck "name""#
    ) { session, call in
      Requester(session).push(try RelationReader(session).tree("ancestors", isToMany: false, call), on: call.stack)
    },
  ].map { $0.givingWay() }
}
