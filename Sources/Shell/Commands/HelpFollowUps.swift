extension Help {
  /// What is asked behind an example that prints nothing, to show what it did.
  ///
  ///     p.games:move(3, 1)   p.games:pluck "title"      // { "Game 3", "Game 1", "Game 2" }
  static func followed(_ example: String) -> String {
    let followUp = followUps.first { example.hasPrefix($0.example) }?.question
    return followUp.map { example + "   " + $0 } ?? example
  }

  private static let followUps = [
    // Databases
    ("db:create_all()", "db:tables()"),
    ("db:add {", "Player:count()"),
    ("db:delete(a, b)", "Player:count()"),
    ("db:batch(", "Player:count()"),
    ("db:transaction(", "Player:get(1).score"),
    ("db:begin() p:save()", "p:changes()"),
    ("db:begin() p:delete()", "Player:get(1).name"),
    ("db:begin()", "Player:all():delete()   db:rollback()   Player:count()"),
    ("db:open(", "db:tables()"),
    ("db:close()", "db.path"),
    ("other = open(", "other.path"),
    ("migration(", "db:migrate()"),
    // Objects
    ("p, is_new = ", "p.age, is_new"),
    ("d = Player:draft", "d:is_new()"),
    ("d = p:draft()", "p.name"),
    ("d:discard()", "p:changes()"),
    ("p:delete()", "Player:get(1)"),
    ("seen[p:key()] = true", "seen"),
    // Relations
    ("p.games:add(g)", "p.games:count()"),
    ("p.games:remove(g)", "p.games:pluck \"title\""),
    ("p.games:insert(", "p.games:pluck \"title\""),
    ("p.games:move(", "p.games:pluck \"title\""),
    ("p.games:swap(", "p.games:pluck \"title\""),
    ("g = p.games:remove_at(", "g.title"),
    // Result sets
    ("rs = Player:sectioned_by(", "rs:titles()"),
    ("rs = result_set {", "rs:load(rows):titles()"),
    ("rs:resort_sections(", "rs:titles()"),
    ("s, r = rs:position(", "s, r"),
    ("stop = rs:observe(print)", "_ = rs:remove(3)"),
    ("old = rs:snapshot()", "#old"),
    ("section = initial", "Player:sectioned_by(section):results():titles()"),
    // Tests
    ("is.even = test(", "Player:where { age = is.even }:pluck \"age\""),
  ].map { (example: $0.0, question: $0.1) }
}
