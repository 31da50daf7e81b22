/// Finds the generic `for` loops of a function that leave what they should close open.
///
///     for p in next, nil, nil, closed do keep = function() return p end break end
///
/// Where a closure holds a variable of the loop, Lua 5.4.4 lets `break` close the variables of the loop's body only. The
/// loop's own fourth value stays in the list of what is to be closed, in a register that something else uses by then:
/// the next call fails with `attempt to call a nil value`.
package enum UnclosedLoops {
  /// The lines from `in` to `do` of each such loop: a call in them may be what the loop goes over.
  ///
  /// - Parameter bytecode: what `string.dump` gives; a form that is not known has no such loops.
  package static func heads(in bytecode: [UInt8]) -> [ClosedRange<Int>] {
    guard let prototype = ChunkReader.read(bytecode) else { return [] }
    return prototype.code.indices.compactMap { place in
      guard prototype.code[place].opcode == .tforPrep, leavesOpen(place, prototype.code) else { return nil }
      // The call of the iterator has the line of what follows `in`.
      let (first, last) = (prototype.line(place + 1 + prototype.code[place].bx), prototype.line(place))
      return min(first, last)...last
    }
  }

  /// Whether a jump leads out of the loop that begins at `start` past the closing of its fourth value.
  private static func leavesOpen(_ start: Int, _ code: [Instruction]) -> Bool {
    // The call of the iterator, and the jump back behind it, end the body.
    let end = start + 1 + code[start].bx + 1
    let value = code[start].a + 3
    return (start + 1..<min(end, code.count)).contains { place in
      guard code[place].opcode == .jmp else { return false }
      let target = place + 1 + code[place].sJ
      guard target <= start || target > end, code.indices.contains(target) else { return false }
      return !closes(code[target], value) && !closes(code[place - 1], value)
    }
  }

  private static func closes(_ instruction: Instruction, _ register: Int) -> Bool {
    instruction.opcode == .close && instruction.a <= register
  }
}
