import TestSupport
import Testing

@testable import Model

/// Data models of Xcode: `db:reflect "Shop.xcdatamodel"`.
@Suite struct ModelReflectionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A model with these entities, reflected by a script.
  private func script(_ entities: String, at path: String = "Shop.xcdatamodel") throws -> Script {
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <!-- made by hand -->
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
      \(entities)
      <elements><element name="A" positionX="-63" positionY="-18" width="128" height="59"/></elements>
      </model>
      """, to: path + "/contents")
    let script = try Script()
    try script.run("db:reflect '\(folder.file(path))'")
    return script
  }

  @Test func `attributes become fields with their type, default, bounds and keys`() throws {
    let script = try script(
      """
      <entity name="Thing" representedClassName="Thing" elementID="OldThing">
        <attribute name="code" attributeType="String" minValueString="1" maxValueString="8" regularExpressionString="[a-z]+">
          <userInfo><entry key="primaryKey" value="true"/></userInfo>
        </attribute>
        <attribute name="small" optional="YES" attributeType="Integer 16" defaultValueString="-1" minValueString="-5"/>
        <attribute name="middle" optional="YES" attributeType="Integer 32" maxValueString="7"/>
        <attribute name="large" attributeType="Integer 64" defaultValueString="0" usesScalarValueType="YES"/>
        <attribute name="price" optional="YES" attributeType="Decimal" defaultValueString="1.5"/>
        <attribute name="weight" optional="YES" attributeType="Double" minValueString="0" maxValueString="1.5"/>
        <attribute name="height" optional="YES" attributeType="Float"/>
        <attribute name="active" optional="YES" attributeType="Boolean" defaultValueString="YES"/>
        <attribute name="made" optional="YES" attributeType="Date" defaultDateTimeInterval="86400"/>
        <attribute name="photo" optional="YES" attributeType="Binary"/>
        <attribute name="token" optional="YES" attributeType="UUID"/>
        <attribute name="site" optional="YES" attributeType="URI" defaultValueString="https://a.b/?x=1&amp;y=2"/>
        <attribute name="extra" optional="YES" attributeType="Transformable"/>
        <attribute name="scratch" optional="YES" transient="YES" attributeType="String"/>
        <attribute name="key" optional="YES" attributeType="String" elementID="schlüssel"/>
        <attribute name="end" optional="YES" attributeType="String" defaultValueString="say &quot;&#233;&quot;"/>
        <fetchIndex name="byHeight"><fetchIndexElement property="height" type="Binary" order="ascending"/></fetchIndex>
        <fetchIndex name="both"><fetchIndexElement property="height"/><fetchIndexElement property="key"/></fetchIndex>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="token"/></uniquenessConstraint>
          <uniquenessConstraint><constraint value="small"/><constraint value="large"/></uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      """)
    try script.expect(
      "return generate 'lua'",
      """
      Thing = entity "Thing" {
        code = text { primary_key = true, validate = { is.length(1, 8), is.matching("^(?:[a-z]+)$") } },
        small = integer { bits = 16, default = -1, validate = is.at_least(-5) },
        middle = integer { bits = 32, validate = is.at_most(7) },
        large = integer { required = true, default = 0 },
        price = decimal { default = decimal "1.50" },
        weight = real { validate = is.between(0.0, 1.5) },
        height = real { indexed = true },
        active = boolean { default = true },
        made = datetime { default = "2001-01-02T00:00:00Z" },
        photo = data {},
        token = uuid { unique = true },
        site = url { default = "https://a.b/?x=1&y=2" },
        extra = json {},
        key_ = text { column = "key" },
        ["end"] = text { default = "say \\"é\\"" },
        scratch = text { transient = true },
        indexes = { index { "small", "large", unique = true }, index("height", "key_") },
      }

      """)
    try script.run(#"db:create_all() db:execute [[INSERT INTO thing(code) VALUES ('a')]]"#)
    try script.expect("local t = Thing:get 'a' return t.small, t.made, t['end']", #"-1 2001-01-02T00:00:00Z say "é""#)
  }

  @Test func `relationships know their other side, their order and what deleting does`() throws {
    let script = try script(
      """
      <entity name="Game"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="player" maxCount="1" deletionRule="Nullify" destinationEntity="Player" inverseName="games" inverseEntity="Player"/>
        <relationship name="referee" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Player"/></entity>
      <entity name="Player"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="games" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Game" inverseName="player" inverseEntity="Game"/>
        <relationship name="passport" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Passport" inverseName="player" inverseEntity="Passport"/>
        <relationship name="team" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Team" inverseName="players" inverseEntity="Team"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="players" inverseEntity="Tag"/>
        <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Player" inverseName="admirers" inverseEntity="Player"/>
        <relationship name="admirers" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Player" inverseName="friends" inverseEntity="Player"/></entity>
      <entity name="Passport"><attribute name="no" optional="YES" attributeType="String"/>
        <relationship name="player" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Player" inverseName="passport" inverseEntity="Player"/></entity>
      <entity name="Team"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="players" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Player" inverseName="team" inverseEntity="Player"/></entity>
      <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="players" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Player" inverseName="tags" inverseEntity="Player"/></entity>
      """)
    try script.run(
      """
      db:create_all()
      p = Player:create { name = "Ann", team = Team { name = "Red" }, passport = Passport { no = "1" } }
      p.games:add(Game { name = "b" }) p.games:insert(Game { name = "a" }, 1)
      p.tags:add(Tag { name = "x" }) p.friends:add(Player { name = "Bob" })
      """)
    try script.expect(
      """
      local bob = Player:where{ name = "Bob" }:first()
      return p.games:fetch()[1].name, Tag:first().players:first().name, bob.admirers:first().name, bob.friends:count()
      """, "a Ann Ann 0")
    #expect(script.failure("Team:first():delete()").contains("rows of Player still refer to it"))
    #expect(script.failure("Game:create { name = 'lost' }").contains("player"))
    try script.expect("p:delete() return Game:count(), Passport:count(), Player:count(), Tag:count()", "0 0 1 1")
  }

  @Test func `a through model holds the links, which go with what they link`() throws {
    let script = try script(
      """
      <entity name="Workout"><attribute name="name" attributeType="String"/>
        <relationship name="exercises" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Exercise" inverseName="workouts" inverseEntity="Exercise">
          <userInfo><entry key="throughModel" value="Shop.Meta"/></userInfo></relationship></entity>
      <entity name="Exercise"><attribute name="name" attributeType="String"/>
        <relationship name="workouts" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Workout" inverseName="exercises" inverseEntity="Workout"/></entity>
      <entity name="Meta"><attribute name="place" optional="YES" attributeType="Integer 32"/>
        <relationship name="workout" maxCount="1" deletionRule="Nullify" destinationEntity="Workout"/>
        <relationship name="exercise" maxCount="1" deletionRule="Nullify" destinationEntity="Exercise"/></entity>
      """)
    try script.expect(
      """
      db:create_all()
      local w = Workout:create { name = "legs" }
      w.exercises:add(Exercise { name = "squat" }, { place = 3 })
      print(w.exercises:links():first().place, Exercise:first().workouts:first().name)
      w:delete() return Meta:count()
      """, "3 legs\n0")
  }

  @Test func `what extends an entity is kept in its table, as Core Data does`() throws {
    let script = try script(
      """
      <entity name="Cat" parentEntity="Animal"><attribute name="lives" optional="YES" attributeType="Integer 16"/></entity>
      <entity name="Animal" isAbstract="YES"><attribute name="name" attributeType="String"/></entity>
      <entity name="Dog" parentEntity="Animal"/>
      """)
    try script.expect(
      "db:create_all() Cat:create { name = 'Tom' } Dog:create { name = 'Rex' } local a = Animal:fetch() return a[1].name, #a, #db:tables()",
      "Tom 2 1")
    #expect(try script.run("return generate 'mermaid'").contains("  Animal {\n"))
    #expect(try script.run("return generate 'dot'").contains("\"Animal\" [label="))
    #expect(try script.run("return generate 'swift'").contains("struct Animal:"))
  }

  @Test func `a model of several versions is read in its present one`() throws {
    try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>Shop.xcdatamodel</string></dict></plist>
      """, to: "Shop.xcdatamodeld/.xccurrentversion")
    _ = try script(
      "<entity name='Old'><attribute name='a' attributeType='String'/></entity>",
      at: "Shop.xcdatamodeld/Shop 2.xcdatamodel")
    let script = try script(
      "<entity name='New'><attribute name='a' attributeType='String'/></entity>",
      at: "Shop.xcdatamodeld/Shop.xcdatamodel")
    for path in ["Shop.xcdatamodeld", "Shop.xcdatamodeld/", "Shop.xcdatamodeld/Shop.xcdatamodel/contents"] {
      try script.expect("New = nil db:reflect '\(folder.file(path))' return New ~= nil, Old", "true nil")
    }
  }

  @Test func `a file that is no model is refused with its place`() throws {
    let script = try script("<entity name='A'><attribute name='a' attributeType='String'/></entity>")
    for (text, words) in [
      ("<plist version='1.0'/>", ":1:1: expected a Core Data model (<model>), not <plist>"),
      ("<model><entity/></model>", ":1:8: expected <entity> with a name, not one without"),
      ("<model>\n<entity name='A'>", ":2:18: expected a tag, not the end"),
      ("<model></entity>", ":1:8: unknown tag </entity>"),
      ("<model a=1/>", ":1:10: expected the quote of a value, not '1'"),
      ("<model a='1' a='2'/>", ":1:14: the name 'a' stands twice in one object"),
      ("", ":1:1: expected a tag, not the end"),
    ] {
      try folder.write(text, to: "Bad.xcdatamodel/contents")
      let failure = script.failure("db:reflect '\(folder.file("Bad.xcdatamodel"))'")
      #expect(failure.hasPrefix(folder.file("Bad.xcdatamodel") + words), "\(failure)")
    }
    #expect(
      script.failure("db:reflect 'nowhere.xcdatamodel'").contains("cannot open 'nowhere.xcdatamodel/contents'"))
    #expect(script.failure("db:reflect 'shop.db'").contains("reads a Core Data model"))
    #expect(script.failure("db:reflect(1)").contains("takes the path of a model"))
  }

  @Test func `what the model says and a schema does not is told`() throws {
    var told = ""
    let script = try script("<entity name='A'><attribute name='a' attributeType='String'/></entity>")
    script.session.diagnostics = { told += $0 }
    try folder.write(
      """
      <model><entity name="Game"><fetchedProperty name="rest" optional="YES"/>
      <relationship name="player" deletionRule="Cascade" destinationEntity="Player" inverseName="games" inverseEntity="Player"/></entity>
      <entity name="Player"><relationship name="games" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Game" inverseName="player" inverseEntity="Game"/></entity></model>
      """, to: "Two.xcdatamodel/contents")
    try script.run("db:reflect '\(folder.file("Two.xcdatamodel"))'")
    #expect(
      told == """
        Two.xcdatamodel: Game.rest: a fetched property is a request here, and was left out
        Two.xcdatamodel: Game.player: deleting a Game will not delete its player (a before_save or a method can)

        """)
  }

  @Test func `a Deny of links and a descending index are told, and an inverse that is itself leads both ways`() throws {
    var told = ""
    let script = try script("<entity name='Z'><attribute name='z' attributeType='String'/></entity>")
    script.session.diagnostics = { told += $0 }
    try folder.write(
      """
      <model><entity name="A"><attribute name="n" attributeType="Integer 64"/>
      <relationship name="bs" toMany="YES" optional="YES" deletionRule="Deny" destinationEntity="B" inverseName="as" inverseEntity="B"/>
      <relationship name="friends" toMany="YES" optional="YES" deletionRule="Nullify" destinationEntity="A" inverseName="friends" inverseEntity="A"/>
      <fetchIndex name="byN"><fetchIndexElement property="n" type="Binary" order="descending"/></fetchIndex></entity>
      <entity name="B"><relationship name="as" toMany="YES" optional="YES" deletionRule="Nullify" destinationEntity="A" inverseName="bs" inverseEntity="A"/></entity></model>
      """, to: "Links.xcdatamodel/contents")
    #expect(
      try script.run(
        """
        db:reflect '\(folder.file("Links.xcdatamodel"))' db:create_all()
        local a, b = A:create { n = 1 }, A:create { n = 2 }
        a.friends:add(b)
        return b.friends:count()
        """) == "1")
    #expect(
      told == """
        Links.xcdatamodel: A.bs: its Deny was left out: an A with bs can be deleted (its links go with it)
        Links.xcdatamodel: A: the index byN is descending there and ascending here, which serves both orders

        """)
  }
}
