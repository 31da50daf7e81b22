import ClosureSQL
import LuaRuntime
import Model
import Query
import Schema

/// The functions of a condition, as what the database decides of each row.
extension Pushdown {
  mutating func say(_ expression: Expression) throws -> Expression {
    guard expression.containsClosure else { return expression }
    switch expression {
    case .closure(let hook): return try say(hook, isNegated: false)
    case .not(.closure(let hook)): return try say(hook, isNegated: true)
    case .not(let operand): return .not(try sayAsTruth(operand))
    case .and(let parts):
      var said: [Expression] = []
      for part in parts { said.append(try say(part)) }
      return .and(said)
    case .or(let parts):
      var said: [Expression] = []
      for part in parts { said.append(try say(part)) }
      return .or(said)
    default: return sayTested(expression)
    }
  }

  /// A function negates as Lua does: what it does not select, it selects then.
  mutating func say(_ hook: ScriptHook, isNegated: Bool) throws -> Expression {
    let unread = isNegated ? Expression.not(.closure(hook)) : .closure(hook)
    guard let function = handle.functions[hook] else { return unread }
    let reading = try translator.filter(function, world, budget)
    note(reading)
    switch reading {
    case .pushed(let yes, let no):
      if !mayAsk { return isNegated ? no : yes }
      let part = Expression.partly(hook, yes: yes, ask: .or([]))
      return isNegated ? .not(part) : part
    case .prefilter(let yes, let ask, _):
      mayAsk = true
      let part = Expression.partly(hook, yes: yes, ask: ask)
      return isNegated ? .not(part) : part
    case .closure:
      mayAsk = true
      return unread
    }
  }

  /// Below a negation NULL would not do for false.
  mutating func sayAsTruth(_ expression: Expression) throws -> Expression {
    guard expression.containsClosure else { return expression }
    switch expression {
    case .closure(let hook):
      let said = try say(hook, isNegated: false)
      return said.containsClosure ? said : .choose(said, .and([]), .or([]))
    case .not(let operand): return .not(try sayAsTruth(operand))
    case .and(let parts):
      var said: [Expression] = []
      for part in parts { said.append(try sayAsTruth(part)) }
      return .and(said)
    case .or(let parts):
      var said: [Expression] = []
      for part in parts { said.append(try sayAsTruth(part)) }
      return .or(said)
    default: return sayTested(expression)
    }
  }

  /// A test that is a function is asked about each value, whatever it does: the value is all that it sees.
  mutating func sayTested(_ expression: Expression) -> Expression {
    mayAsk = true
    if case .tested(let value, let hook) = expression {
      let path: FieldPath? = if case .field(let path) = value { path } else { nil }
      notes.append(.closure(ClosureReason(.testOfValues(of: path), of: handle.functions[hook])))
    }
    return expression
  }

  mutating func note(_ reading: FilterReading) {
    switch reading {
    case .pushed(let yes, _): notes.append(.pushed(yes))
    case .prefilter(let yes, let ask, let reasons): notes.append(.prefilter(yes, ask: ask, reasons))
    case .closure(let reason): notes.append(.closure(reason))
    }
  }
}
