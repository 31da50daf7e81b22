import LuaRows
import LuaRuntime
import Model
import Schema

extension EntityMethods {
  static let sample = Method(
    "sample", takes: 2, "unsaved objects that satisfy the rules, the same for the same seed; members may be given",
    "Player:sample(3, { seed = 1, team = red })"
  ) { session, call in
    let context = try call.entity().context
    guard let count = call.value(2).integer, count >= 0, count <= Int64(Int32.max) else {
      throw ScriptError(SampleError.withoutCount(value: call.value(2).described))
    }
    let options = try SampleOptions(call.value(3), of: context.entity)
    var sampler = try Sampler(session: session, context: context, options: options, count: Int(count), call.stack)
    guard let shape = context.shape else { return 0 }
    call.stack.pushRowList(shape, anchor: nil, rows: nil, count: 0)
    let list = call.stack.top
    for number in 0..<Int(count) {
      if number & 63 == 0 { try session.lua.checkInterruption() }
      call.push(try sampler.object(number))
      call.stack.setRow(ofList: list, at: number + 1)
    }
    return 1
  }
}

/// What `sample` is told: the seed, and the members that all objects get as they are.
struct SampleOptions {
  var seed = Int64.random(in: .min ... .max)
  var given: [String: LuaValue] = [:]

  init(_ value: LuaValue, of entity: Entity) throws(ScriptError) {
    if value.isNil { return }
    guard let table = value.table else { throw ScriptError(SampleError.optionsNotATable(value: value.described)) }
    for (key, value) in table.entries() {
      guard let name = key.text else { throw ScriptError(SampleError.notAMember(value: key.described)) }
      guard name == "seed" else {
        let names = ["seed"] + entity.objectMemberNames
        guard names.contains(name) || entity.field(name) != nil else {
          throw ScriptError(SampleError.unknownMember(name, entity: entity.name, candidates: names))
        }
        given[name] = value
        continue
      }
      guard let seed = value.integer else { throw ScriptError(SampleError.notASeed(value: value.described)) }
      self.seed = seed
    }
  }
}
