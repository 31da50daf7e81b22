import Glibc
import Testing

/// What is generated is not only text: the tool that it is for takes it.
@Suite struct GenerationTests {
  @Test func theStructsOfTheShopCompile() throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let run = try Program.shell(
      """
      export PATH='\(path)'; d=$(mktemp -d)
      (sed '/^db:create_all/,$d' scripts/examples/shop.lua; echo 'io.write(generate "swift")') > $d/shop.lua
      moonshell $d/shop.lua > $d/shop.swift && swiftc -typecheck -module-cache-path $d/cache $d/shop.swift
      status=$?; grep -c 'struct ' $d/shop.swift; rm -r $d; exit $status
      """)
    #expect(run.errors == "" && run.exit == .exited(0))
    // Eleven entities with a table, and the links that two relations make.
    #expect(run.output == "13\n")
  }
}
