import Lists
import LuaRuntime
import Model
import Requests

extension RequestMethods {
  /// `request:observe(function(new, old) … end)`.
  static let observe = Method(
    "observe", takes: 1, "tells a function of the rows now and after each commit that changed them",
    "stop = Player:where { age = 20 }:observe(function(list, old) print(#list) end)"
  ) { session, call in
    let handle = try call.request()
    guard case .function(let function) = call.value(2) else {
      throw MethodError.observeWithoutRowsFunction(value: call.value(2).described)
    }
    call.push(try handle.context.database.observers.begin(RequestObserver(function, handle)))
    return 1
  }
}
