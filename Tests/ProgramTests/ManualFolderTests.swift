import Testing

/// The folder that `--generate manual` writes: pages of two kinds, an index, a search.
@Suite struct ManualFolderTests {
  @Test func `the folder has each page as HTML and as Markdown, and every option of the program`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); moonshell --generate manual $d/a/manual; cd $d/a/manual; ls *.html | wc -l; ls markdown | wc -l
      for option in $(cd - >/dev/null; moonshell --help | grep -o -- '--[a-z][a-z-]*' | sort -u); do
        grep -q -- "\\"$option\\"" search.js || echo "$option is not in the search"
        grep -q -- "$option" command-line.html markdown/command-line.md || echo "$option is on no page"
      done
      for page in tutorial cookbook requests errors keys a-z index; do test -s $page.html || echo "no $page"; done
      rm -r $d
      """)
    #expect(run.errors == "" && run.exit == .exited(0))
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.first == lines.last && (Int(lines.first ?? "") ?? 0) > 20, "\(run.output)")
  }

  @Test func `every link of the manual leads to a heading that is there`() throws {
    let script = #"""
      from pathlib import Path
      from re import findall
      from sys import argv
      folder = Path(argv[1])
      pages = {page.name: page.read_text() for page in folder.glob("*.html")}
      for name, text in pages.items():
          ids = findall(r' id="([^"]*)"', text)
          for one in set(ids):
              if ids.count(one) > 1: print(name, one, "twice")
      anchors = {name: set(findall(r' id="([^"]*)"', text)) for name, text in pages.items()}
      links = [(name, link) for name, text in pages.items() for link in findall(r'href="([^"]*)"', text)]
      links += [("search.js", link) for link in findall(r'"([a-z-]+\.html(?:#[^"]*)?)"', (folder / "search.js").read_text())]
      for name, link in links:
          page, _, anchor = link.partition("#")
          page = page or name
          if not page.endswith(".html"): continue
          if page not in pages or (anchor and anchor not in anchors[page]): print(name, link)
      print(len(links) > 1000)
      """#
    let quoted = "'" + script.replacing("'", with: "'\\''") + "'"
    let run = try Program.shell(
      "d=$(mktemp -d); moonshell --generate manual $d && python3 -c \(quoted) $d; rm -r $d")
    #expect(run == Program.Run(output: "True\n", errors: "", exit: .exited(0)))
  }

  @Test(arguments: ["today", "xcdatamodel", "luals", "spreadsheet", "ConflictError", "os.date"])
  func `the search knows what pages speak of`(word: String) throws {
    let run = try Program.shell(
      "d=$(mktemp -d); moonshell --generate manual $d; grep -ci -- '^\\[.*\(word)' $d/search.js; rm -r $d")
    #expect(Int(run.output.dropLast()) ?? 0 > 0 && run.errors == "", "\(run.output)")
  }

  @Test func `the examples of the reference say what they speak of`() throws {
    let run = try Program.shell(
      "d=$(mktemp -d); moonshell --generate manual $d; cd $d/markdown; grep -L samples.md requests.md tests.md words.md objects.md;"
        + " grep -c 'Player = entity \"Player\"' samples.md; rm -r $d")
    #expect(run.output == "1\n" && run.errors == "", "\(run.output)")
  }

  @Test func `a folder must be named, and be one that can be written`() throws {
    let nowhere = try Program.run(["--generate", "manual"])
    #expect(nowhere.exit == .exited(2) && nowhere.errors.contains("say where: moonshell --generate manual DIR"))
    let file = try Program.run(["--generate", "manual", "Package.swift"])
    #expect(file.exit == .exited(1) && file.errors.contains("cannot write Package.swift/index.html: Not a directory"))
    let text = try Program.run(["--generate", "luals", "/tmp/a"])
    #expect(text.exit == .exited(2) && text.output == "")
    #expect(text.errors.contains("moonshell --generate luals > FILE, not '/tmp/a'"))
    let two = try Program.run(["--generate", "manual", "/tmp/a", "b.lua"])
    #expect(two.exit == .exited(2) && two.errors.contains("takes one folder"))
  }
}
