import Interchange
import Model
import Schema
import Scripting

extension Command {
  static let diagram = Command(
    "diagram", usage: ".diagram [ENTITY]",
    summary: "the entities as boxes, with their fields, joined by their relations; of one, it and its neighbours",
    example: ".diagram   .diagram Team", arguments: [.entity]
  ) { runner, argument in
    let all = runner.session.context.entities.catalog.entities
    guard !all.isEmpty else { throw CommandError.noEntities }
    let center = argument.isEmpty ? nil : try runner.entity(argument, for: "diagram").entity
    // Where something is missing yet, what is there is drawn all the same.
    let resolved = try? runner.session.context.entities.catalog.resolved()
    let entities = all.map { resolved?[$0.name] ?? $0 }
    let diagram = Diagram(
      center.map { neighbours(of: $0.name, in: entities) } ?? entities, palette: runner.settings.palette,
      glyphs: runner.settings.mode == "table" ? .ascii : .box)
    let text = try diagram.text(width: runner.terminal.width() ?? 100) {
      try runner.session.lua.checkInterruption()
    }
    runner.paged { runner.output.result(text) }
  }

  /// An entity and those that a relation ties to it.
  private static func neighbours(of name: String, in entities: [Entity]) -> [Entity] {
    let ties = Association.all(among: entities)
    let kept = entities.indices.filter { place in
      entities[place].name == name
        || ties.contains { tie in
          tie.ends.contains { $0.entity == place } && tie.ends.contains { entities[$0.entity].name == name }
        }
    }
    return kept.map { entities[$0] }
  }
}
