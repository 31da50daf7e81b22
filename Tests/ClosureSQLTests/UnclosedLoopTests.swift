import ClosureSQL
import LuaRuntime
import Testing

@Suite struct UnclosedLoopTests {
  private func heads(_ code: String) throws -> [ClosedRange<Int>] {
    let lua = try LuaState()
    return UnclosedLoops.heads(in: try #require(try lua.load(code, name: "=t").bytecode))
  }

  @Test(arguments: [
    "for p in t do if p then break end end",
    "for p in t do if p then goto out end end ::out::",
    "for p in t do local f = function() return p end end",
    "for p in t do local f = function() return p end if p then return end end",
    "for p in t do for q in p do local f = function() return p, q end if p then return f end end end",
    "for i = 1, 3 do local f = function() return i end if i == 2 then break end end",
    "while true do local x = 1 local f = function() return x end if x then break end end",
    "for p in t do if p then goto continue end local f = function() return p end ::continue:: end",
  ]) func `most loops close what they go over`(code: String) throws {
    #expect(try heads(code) == [])
  }

  @Test func `a loop that break leaves while a closure holds its variable does not`() throws {
    let code = "local a\nfor p in t do\n  a = function() return p end\n  if p then break end\nend\nfor q in t do end"
    #expect(try heads(code) == [2...2])
    #expect(try heads("for p in t do\n for q in\n p do a = function() return q end\n break end end") == [3...3])
  }
}
