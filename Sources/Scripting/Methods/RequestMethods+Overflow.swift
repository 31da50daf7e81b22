import LuaRuntime
import Model
import Query
import Requests
import Store

/// Functions of requests that are said in SQL, where a database adds up more than an integer can be.
///
/// It says so of a row that the function may never have asked about, and it ends the statement; only the function, row by
/// row, tells whether that is an error, and where.
extension Method {
  func askingRowByRowOnOverflow() -> Method {
    // What gives rows out one by one does not begin again.
    if ["each", "iterate", "observe", "results"].contains(name) { return self }
    return doing { body in
      { session, call in
        let top = call.stack.top
        do {
          return try body(session, call)
        } catch let error as StoreError where error.kind == .overflow {
          call.stack.top = top
          guard let request = try? call.request() else { throw error }
          guard let asked = request.askedRowByRow else { throw request.naming(error) }
          _ = Requester(session).push(asked, on: call.stack)
          call.stack.insert(1)
          call.stack.remove(2)
          do {
            return try body(session, call)
          } catch let error as StoreError {
            throw asked.naming(error)
          }
        }
      }
    }
  }
}
