import Testing

@Suite struct ThroughTests {
  static let schema = """
    Workout = entity "Workout" {
      name = text {}, exercises = many_to_many("Exercise", { through = "WorkoutExercise" }),
    }
    Exercise = entity "Exercise" {
      name = text {}, workouts = many_to_many("Workout", { through = "WorkoutExercise" }),
    }
    WorkoutExercise = entity "WorkoutExercise" {
      workout = belongs_to("Workout", { required = true, on_delete = "cascade" }),
      exercise = belongs_to("Exercise", { required = true, on_delete = "cascade" }),
      position = integer { required = true, validate = is.at_least(1) },
      repeats = integer { default = 10 },
    }
    db:create_all()
    w = Workout:create { name = "legs" }
    squat, lunge = Exercise:create { name = "squat" }, Exercise:create { name = "lunge" }
    function names(request) return table.concat(request:pluck "name", " ") end
    """

  @Test func `a link has fields of its own, with defaults and tests`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      w.exercises:add(squat, { position = 2 })
      w.exercises:add(lunge, { position = 1, repeats = 5 })
      for l in w.exercises:links():sorted_by "position":iterate() do
        print(l.exercise.name, l.position, l.repeats, l.workout == w)
      end
      print(names(w.exercises), names(squat.workouts), w.exercises:links():count())
      """,
      """
      lunge 1 5 true
      squat 2 10 true
      squat lunge legs 2
      """)
  }

  @Test func `the fields of links wait with what was added to an unsaved object`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local new = Workout { name = "arms" }
      new.exercises:add(squat, { position = 2 })
      new.exercises:add({ name = "curl" }, { position = 1, repeats = 3 })
      new.exercises:add(squat, { repeats = 7 })
      print(new.exercises:count(), Exercise:count())
      print(pcall(function() new.exercises:add(lunge, { positon = 1 }) end))
      new.exercises:add(lunge, { position = 9 })
      new.exercises:remove(lunge)
      db:add(new)
      for l in new.exercises:links():sorted_by "position":iterate() do print(l.exercise.name, l.position, l.repeats) end
      print(Exercise:count(), names(new.exercises))
      """,
      """
      2 2
      false WorkoutExercise has no field 'positon'. Did you mean 'position'?
      curl 1 3
      squat 2 7
      3 squat curl
      """)
  }

  @Test func `a link that is not right is none`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local ok, e = pcall(function() w.exercises:add(squat) end)
      print(e.kind, e.message)
      ok, e = pcall(function() w.exercises:add(squat, { position = 0 }) end)
      print(e.kind, e.message)
      ok, e = pcall(function() w.exercises:add(squat, Exercise { name = "new" }, { positon = 1 }) end)
      print(e.kind, e.message)
      print(WorkoutExercise:count(), Exercise:count())
      """,
      """
      ValidationError WorkoutExercise: position: is required
      ValidationError WorkoutExercise: position: 0 is not at least 1
      QueryError WorkoutExercise has no field 'positon'. Did you mean 'position'?
      0 2
      """)
  }

  @Test func `linking twice links once, with the values that were said last`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      w.exercises:add(squat, lunge, { position = 1 })
      w.exercises:add(squat, { repeats = 7 })
      w.exercises:add(squat)
      for l in w.exercises:links():iterate() do print(l.exercise.name, l.position, l.repeats) end
      w.exercises:remove(squat)
      print(names(w.exercises), WorkoutExercise:count(), Exercise:count())
      w:delete()
      print(WorkoutExercise:count())
      """,
      """
      squat 1 7
      lunge 1 10
      lunge 1 2
      0
      """)
  }

  @Test func `links made by themselves count, and an object is there once`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      WorkoutExercise:create { workout = w, exercise = squat, position = 1 }
      WorkoutExercise:create { workout = w, exercise = squat, position = 9 }
      print(names(w.exercises), w.exercises:count(), w.exercises:links():count())
      local loaded = Workout:with("exercises"):first()
      print(#loaded.exercises:fetch(), loaded.exercises:first().name)
      print(names(Workout:where { exercises = squat }), Workout:where { ["exercises.name"] = "lunge" }:count())
      w.exercises:links():where { position = 9 }:delete()
      print(w.exercises:count())
      """,
      """
      squat 1 2
      1 squat
      legs 0
      1
      """)
  }

  @Test func `the hooks and observers of links are asked`() throws {
    let script = try Script(
      schema: """
        A = entity "A" { bs = many_to_many("B", { through = "L" }) }
        B = entity "B" {}
        L = entity "L" { a = belongs_to "A", b = belongs_to "B", note = text {},
          before_save = function(l) l.note = "made" end }
        db:create_all()
        """)
    try script.expect(
      """
      local a = A:create {}
      local stop = L:all():observe(function(list) print(#list, list[1] and list[1].note) end)
      a.bs:add(B {}, B {})
      stop()
      """,
      """
      0 nil
      2 made
      """)
  }

  @Test func `an entity may lead to itself through another`() throws {
    let script = try Script(
      schema: """
        Person = entity "Person" {
          name = text {},
          follows = many_to_many("Person", { through = "Follow" }),
          followers = many_to_many("Person", { through = "Follow", inverse = "follows" }),
        }
        Follow = entity "Follow" { follower = belongs_to "Person", followed = belongs_to "Person", since = date {} }
        db:create_all()
        """)
    try script.expect(
      """
      local a, b = Person:create { name = "a" }, Person:create { name = "b" }
      a.follows:add(b, { since = "2024-01-02" })
      print(a.follows:first().name, b.followers:first().name, a.followers:count(), b.follows:count())
      print(Follow:first().follower.name, Follow:first().since, b.followers:links():count())
      """,
      """
      b a 0 0
      a 2024-01-02 1
      """)
  }
}
