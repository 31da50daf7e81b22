import TestSupport
import Testing

/// A migration of tables that other programs made on a server changes what is declared anew, and nothing else.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignAlterationTests {
  private static let made = [
    "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')", "CREATE DOMAIN email AS text CHECK (VALUE ~ '@')",
    """
    CREATE TABLE team (id serial PRIMARY KEY, name varchar(80) NOT NULL UNIQUE, founded date,
      motto text DEFAULT 'go', UNIQUE (name, founded))
    """,
    "CREATE TABLE doc (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text NOT NULL)",
    """
    CREATE TABLE player (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      team_id integer REFERENCES team ON DELETE SET NULL, email email, born timestamptz, seen timestamp DEFAULT now(),
      active boolean NOT NULL DEFAULT true, price numeric(10,2) DEFAULT 0 CHECK (price >= 0), extra jsonb DEFAULT '{}',
      feeling mood DEFAULT 'ok', tags text[] DEFAULT '{}', score integer, small smallint, note text, role varchar(20),
      initial text GENERATED ALWAYS AS (left(note, 1)) STORED,
      CONSTRAINT price_score CHECK (price < 1000 OR score IS NOT NULL), UNIQUE (team_id, note))
    """,
    "COMMENT ON TABLE player IS 'all players'", "COMMENT ON COLUMN player.role IS 'what they do'",
    "CREATE INDEX player_active ON player (score) WHERE active", "CREATE INDEX player_lower ON player (lower(note))",
    "CREATE VIEW active_player AS SELECT id, note, score FROM player WHERE active",
    """
    CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.seen := now(); RETURN NEW; END $$
    """,
    "CREATE TRIGGER player_touch BEFORE UPDATE ON player FOR EACH ROW EXECUTE FUNCTION touch()",
    "INSERT INTO team (name, founded) VALUES ('Red', '1990-01-01')",
    """
    INSERT INTO player (team_id, email, born, price, extra, feeling, tags, score, small, note, role) VALUES
      (1, 'a@x', '2000-01-01 10:00:00.123456+02', 9.50, '{"b":1, "a": 2}', 'happy', '{a,b}', 5, 1, 'first', 'boss')
    """,
  ]

  private static let declared = """
    Team = entity "Team" {
      name = text { required = true, unique = true }, founded = date {}, motto = text { default = "go" },
      indexes = { index { "name", "founded", unique = true } },
    }
    Doc = entity "Doc" { id = uuid { primary_key = true, default = sql "gen_random_uuid()" }, title = text { required = true } }
    Player = entity "Player" {
      team = belongs_to "Team", email = text {}, born = datetime { precision = 6 },
      seen = datetime { precision = 6, default = sql "now()" }, active = boolean { required = true, default = true },
      price = decimal { scale = 2, default = 0 }, extra = json { default = sql "'{}'" },
      feeling = enum { "sad", "ok", "happy", default = "ok" }, tags = text { default = "{}" }, score = integer {},
      small = integer {}, note = text {}, role = text {}, indexes = { index { "team", "note", unique = true } },
    }
    """

  /// What the server says of all tables, a line a thing.
  private static let facts = """
    SELECT line FROM (
      SELECT format('%s.%s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attcollation <> y.typcollation THEN ' collate ' || a.attcollation::regcollation END,
        CASE WHEN a.attnotnull THEN ' not null' END, coalesce(' ' || pg_get_expr(d.adbin, d.adrelid), '') || a.attidentity::text) AS line
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type y ON y.oid = a.atttypid
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0 AND NOT a.attisdropped
      UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT viewname || definition FROM pg_views WHERE schemaname = 'public'
      UNION ALL SELECT pg_describe_object(classoid, objoid, objsubid) || ': ' || description FROM pg_description
      WHERE classoid = 'pg_class'::regclass AND objoid > 16383
    ) AS t ORDER BY line COLLATE "C"
    """

  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var from: String
    var to: String
    var sql: String
    /// The lines of facts that go and come.
    var lines: String
    var options = ""

    var testDescription: String { name }
  }

  private static let changes = [
    Change(name: "nothing", from: "small", to: "small", sql: "", lines: ""),
    Change(
      name: "required", from: "note = text {}", to: "note = text { required = true }",
      sql: #"ALTER TABLE "player" ALTER COLUMN "note" SET NOT NULL;"#,
      lines: "- player.note text\n+ player.note text not null"),
    Change(
      name: "not_required", from: "title = text { required = true }", to: "title = text {}",
      sql: #"ALTER TABLE "doc" ALTER COLUMN "title" DROP NOT NULL;"#,
      lines: "- doc.title text not null\n+ doc.title text"),
    Change(
      name: "truth", from: "active = boolean { required = true, default = true }",
      to: "active = boolean { required = true, default = false }",
      sql: #"ALTER TABLE "player" ALTER COLUMN "active" SET DEFAULT false;"#,
      lines: "- player.active boolean not null true\n+ player.active boolean not null false"),
    Change(
      name: "decimal", from: "scale = 2, default = 0", to: #"scale = 2, default = decimal "1.50""#,
      sql: #"ALTER TABLE "player" ALTER COLUMN "price" SET DEFAULT 1.5;"#,
      lines: "- player.price numeric(10,2) 0\n+ player.price numeric(10,2) 1.5"),
    Change(
      name: "no_default", from: #"motto = text { default = "go" }"#, to: "motto = text {}",
      sql: #"ALTER TABLE "team" ALTER COLUMN "motto" DROP DEFAULT;"#,
      lines: "- team.motto text 'go'::text\n+ team.motto text"),
    Change(
      name: "unique", from: "email = text {}", to: "email = text { unique = true }",
      sql: #"ALTER TABLE "player" ADD UNIQUE (email);"#,
      lines: """
        + CREATE UNIQUE INDEX player_email_key ON public.player USING btree (email)
        + player player_email_key UNIQUE (email)
        """),
    Change(
      name: "added", from: "small = integer {}", to: "small = integer {}, doc = belongs_to 'Doc'",
      sql: """
        ALTER TABLE "player" ADD COLUMN "doc_id" uuid REFERENCES "doc"("id") ON DELETE SET NULL;
        CREATE INDEX IF NOT EXISTS "player_doc_id_idx" ON "player" ("doc_id");
        """,
      lines: """
        + CREATE INDEX player_doc_id_idx ON public.player USING btree (doc_id)
        + player player_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES doc(id) ON DELETE SET NULL
        + player.doc_id uuid
        """ + ""),
    Change(
      name: "gone", from: "small = integer {},", to: "", sql: #"ALTER TABLE "player" DROP COLUMN "small";"#,
      lines: "- player.small smallint", options: "destructive = { 'Player.small' }"),
    Change(
      name: "renamed", from: "small = integer {}", to: "tiny = integer { renamed_from = 'small' }",
      sql: #"ALTER TABLE "player" RENAME COLUMN "small" TO "tiny";"#,
      lines: "- player.small smallint\n+ player.tiny smallint"),
    Change(
      name: "tested", from: "score = integer {}", to: "score = integer { validate = is.at_least(0) }",
      sql: #"ALTER TABLE "player" ADD CHECK ("score" >= 0);"#,
      lines: "+ player player_score_check CHECK ((score >= 0))"),
    Change(
      name: "labels", from: "role = text {}", to: "role = enum { 'boss', 'member' }",
      sql: #"ALTER TABLE "player" ADD CHECK ("role" IN ('boss', 'member'));"#,
      lines:
        "+ player player_role_check CHECK (((role)::text = ANY ((ARRAY['boss'::character varying, 'member'::character varying])::text[])))"
    ),
    Change(
      name: "rule", from: #"team = belongs_to "Team""#, to: #"team = belongs_to("Team", { on_delete = "cascade" })"#,
      sql: """
        BEGIN;
        ALTER TABLE "player" DROP CONSTRAINT "player_team_id_fkey";
        ALTER TABLE "player" ADD FOREIGN KEY (team_id) REFERENCES team(id) ON DELETE CASCADE;
        COMMIT;
        """,
      lines: """
        - player player_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON DELETE SET NULL
        + player player_team_id_fkey FOREIGN KEY (team_id) REFERENCES team(id) ON DELETE CASCADE
        """),
    Change(
      name: "wider", from: "small = integer {}", to: "small = integer { bits = 64 }",
      sql: #"ALTER TABLE "player" ALTER COLUMN "small" TYPE bigint USING "small";"#,
      lines: "- player.small smallint\n+ player.small bigint"),
    Change(
      name: "seconds", from: "born = datetime { precision = 6 }", to: "born = datetime {}",
      sql:
        #"ALTER TABLE "player" ALTER COLUMN "born" TYPE timestamp(0) with time zone USING date_trunc('second', "born");"#,
      lines: "- player.born timestamp with time zone\n+ player.born timestamp(0) with time zone",
      options: "destructive = { 'Player.born' }"),
    Change(
      name: "document", from: #"extra = json { default = sql "'{}'" }"#, to: "extra = text {}",
      sql: """
        BEGIN;
        ALTER TABLE "player" ALTER COLUMN "extra" DROP DEFAULT;
        ALTER TABLE "player" ALTER COLUMN "extra" TYPE text COLLATE "C" USING ("extra")::text;
        COMMIT;
        """,
      lines: "- player.extra jsonb '{}'::jsonb\n+ player.extra text collate \"C\""),
    Change(
      name: "commented", from: "role = text {}", to: "role = text { default = 'x' }, at = datetime {}",
      sql: """
        BEGIN;
        ALTER TABLE "player" ADD COLUMN "at" text COLLATE "C";
        ALTER TABLE "player" ALTER COLUMN "role" SET DEFAULT 'x';
        COMMENT ON COLUMN "player"."at" IS 'moonshell: datetime';
        COMMIT;
        """,
      lines: """
        - player.role character varying(20)
        + column at of table player: moonshell: datetime
        + player.at text collate "C"
        + player.role character varying(20) 'x'::character varying
        """),
  ]

  @Test(arguments: changes) func `a change alters what it is about`(change: Change) throws {
    let script = try Script.ofOthers("altered_\(change.name)", Self.made)
    func lines() throws -> [String] {
      try script.run(
        "local t = {} for _, r in ipairs(db:query [==[\(Self.facts)]==]) do t[#t + 1] = r.line end return table.concat(t, '\\0')"
      ).split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    }
    let before = try lines()
    try script.run(Self.declared.replacing(change.from, with: change.to))
    let sql = try script.run("return db:migrate({ dry_run = true, \(change.options) }):sql()")
    #expect(sql.split(separator: "\n").joined(separator: "\n") == change.sql)
    try script.run("db:migrate { \(change.options) }")
    let after = try lines()
    let gone = before.filter { !after.contains($0) }.map { "- " + $0 }
    let come = after.filter { !before.contains($0) }.map { "+ " + $0 }
    #expect((gone + come).joined(separator: "\n") == change.lines)
    try script.expect(
      "return tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
    try script.expect("local p = Player:first() return p.email, p.team_id, p.price, p.active", "a@x 1 9.50 true")
  }

  @Test func `what others made of a column is named before it gets another type or goes`() throws {
    let script = try Script.ofOthers("altered_used", Self.made)
    try script.run(Self.declared.replacing("score = integer {}", with: "score = real {}"))
    let view = "SELECT player.id,     player.note,     player.score    FROM player   WHERE player.active"
    #expect(
      script.failure("db:migrate()").replacing("active_player.", with: "player.").contains(
        "player.score cannot get another type, view active_player uses it: run DROP VIEW active_player before, and"
          + " CREATE VIEW active_player AS \(view) after"))
    try script.run(
      Self.declared.replacing("score = integer {},", with: ""))
    #expect(
      script.failure(
        "db:migrate { rehearse = true, destructive = { 'Player.score' } } db:migrate { destructive = { 'Player.score' } }"
      )
      .contains("player.score cannot go, view active_player uses it: run DROP VIEW active_player"))
    try script.run(
      Self.declared.replacing("\"happy\", default = \"ok\"", with: "\"happy\", \"wild\", default = \"wild\""))
    let asked = script.failure("db:migrate()")
    #expect(
      asked.contains(
        "Player.feeling: another program made the type mood, which holds no 'wild': run ALTER TYPE mood ADD VALUE 'wild'"
      ))
    // Either the type is changed or the column: not both are said.
    #expect(!asked.contains("becomes TEXT"), "\(asked)")
    try script.run(
      Self.declared.replacing(
        "Team = entity \"Team\" {", with: "Team = entity \"Team\" { code = text { primary_key = true, default = 'x' },")
    )
    #expect(
      script.failure("db:migrate { destructive = { 'Team.id' } }").contains(
        "Team: another program made team, and its keys stay as they are: declare them so, or run ALTER TABLE \"team\""
          + " DROP CONSTRAINT \"team_pkey\"; ALTER TABLE \"team\" ADD PRIMARY KEY (\"code\")"))
    try script.expect("return #db:query 'SELECT 1 FROM active_player'", "1")
  }

  @Test func `rows that do not fit are named, and nothing is changed`() throws {
    let script = try Script.ofOthers("altered_unfit", Self.made)
    try script.run("db:execute \"INSERT INTO player (note, score, role) VALUES ('n', -1, 'x')\"")
    for (from, to, words) in [
      (
        "born = datetime { precision = 6 }", "born = datetime { precision = 6, required = true }",
        "Player 2: born: is required"
      ),
      ("score = integer {}", "score = integer { validate = is.at_least(0) }", "Player 2: score: -1 is not at least 0"),
      ("active = boolean {", "active = boolean { unique = true,", "Player.active must be unique"),
      ("role = text {}", "role = integer {}", "Player.role"),
    ] {
      try script.run(Self.declared.replacing(from, with: to))
      let message = script.failure("db:migrate()")
      #expect(message.contains(words), "\(to): \(message)")
    }
    try script.run(Self.declared)
    try script.expect(
      "return tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
  }

  @Test func `a table whose columns are all of Moonshell's own types then stays another program's`() throws {
    let script = try Script.ofOthers(
      "altered_own",
      [
        "CREATE TABLE t (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, n bigint CHECK (n > 0), k int)",
        "COMMENT ON TABLE t IS 'mine'",
      ])
    try script.expect(
      """
      T = entity "T" { n = integer {} }
      local plan = db:migrate { destructive = { "T.k" } }
      print(db:query("SELECT obj_description('t'::regclass) AS c")[1].c)
      print(db:migrate { dry_run = true })
      """,
      """
      t (T)
        - k  goes with its values
      mine
      moonshell: foreign
      nothing to migrate: the tables are as declared
      """)
  }

  @Test func `a table of one's own is altered where only a file would make it anew`() throws {
    let script = try Script(
      schema: """
        A = entity "A" { name = text { unique = true }, n = integer { default = 3, validate = is.at_least(0) }, d = decimal {} }
        B = entity "B" { a = belongs_to "A", x = integer {} }
        db:create_all()
        A:create { name = "x", n = 4, d = "1.50" }
        B:create { a = A:first(), x = 1 }
        A = entity "A" {
          name = text {}, n = integer { default = 5, required = true, validate = is.at_least(1) }, d = decimal { scale = 3 },
          more = text { required = true, default = function() return "q" end }, b = belongs_to "B",
        }
        B = entity "B" { a = belongs_to("A", { on_delete = "cascade", required = true }), x = integer {}, check = { "x > 0" } }
        """, engine: .postgresql)
    #expect(!(try script.run("return tostring(db:migrate { dry_run = true })").contains("rebuilt")))
    try script.run("db:migrate()")
    try script.expect(
      "return tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
    try script.expect(
      "local a = A:first() return a.name, a.n, a.d, a.more, B:first().a.id, #db:query 'SELECT 1 FROM b WHERE x = 1'",
      "x 4 1.500 q 1 1")
    #expect(script.failure("db:execute 'UPDATE a SET n = 0'").contains("CHECK"))
    #expect(script.failure("db:execute 'UPDATE b SET a_id = NULL'").contains("required"))
  }

  @Test func `a table is compared that has a key beside a rule of a type that it is not declared with`() throws {
    let script = try Script.ofOthers(
      "altered_rules",
      [
        "CREATE TYPE st AS ENUM ('new', 'paid')", "CREATE TABLE usr (id serial PRIMARY KEY)",
        """
        CREATE TABLE ord (id serial PRIMARY KEY, usr_id int REFERENCES usr, st st NOT NULL DEFAULT 'new', a int,
          CONSTRAINT ct CHECK (st <> 'paid'::st OR a IS NOT NULL))
        """,
      ])
    try script.run(
      """
      Usr = entity "Usr" {}
      Ord = entity "Ord" {
        usr = belongs_to("Usr", { on_delete = "restrict" }), a = integer {},
        st = enum { "new", "paid", "returned", required = true, default = "new" },
        check = { sql "(st <> 'paid'::st) OR (a IS NOT NULL)" },
      }
      """)
    let plan = try script.run("return tostring(db:migrate { dry_run = true })")
    #expect(plan.contains("~ st  the type st gets 'returned'"), "\(plan)")
    try script.run("db:migrate()")
    try script.expect(
      "Ord:create { st = 'returned' } print(db:migrate { dry_run = true }) return Ord:where { st = 'returned' }:count()",
      "nothing to migrate: the tables are as declared\n1")
  }

  @Test func `a type of others gets the words that are declared and that it lacks`() throws {
    let script = try Script.ofOthers("altered_words", Self.made)
    let declared = Self.declared.replacing(
      "enum { \"sad\", \"ok\", \"happy\",", with: "enum { \"grim\", \"sad\", \"ok\", \"well\", \"happy\",")
    try script.run(declared)
    let plan = try script.run("return tostring(db:migrate { dry_run = true })")
    #expect(plan.contains("~ feeling  the type mood gets 'grim', 'well'"), "\(plan)")
    try script.run("db:migrate { rehearse = true }")
    try script.run("db:migrate()")
    try script.expect(
      """
      print(db:migrate { dry_run = true })
      local words = {}
      for i, row in ipairs(db:query "SELECT enumlabel AS l FROM pg_enum WHERE enumtypid = 'mood'::regtype ORDER BY enumsortorder") do
        words[i] = row.l
      end
      print(table.concat(words, " "))
      Player:first():assign { feeling = "well" }:save()
      print(Player:where { feeling = "well" }:count())
      """,
      """
      nothing to migrate: the tables are as declared
      grim sad ok well happy
      1
      """)
    // With fewer words than the type has, a CHECK would have to name the new one in the transaction that adds it.
    try script.run(declared.replacing("\"grim\", \"sad\",", with: "\"wild\","))
    #expect(script.failure("db:migrate()").contains("run ALTER TYPE mood ADD VALUE 'wild'"))
    // Without the new one it is made, and what another program adds is named where it is read.
    try script.run(declared)
    try script.run(
      "db:execute \"ALTER TYPE mood ADD VALUE 'other'\" db:execute \"UPDATE player SET feeling = 'other'\"")
    #expect(script.failure("return Player:first().feeling").contains("'other'"))
  }
}
