import Scripting

extension Help {
  /// The options of fields, each in a field that has it.
  static let fieldOptions = Options.ofFields.map { name, summary in
    let field = fields[name] ?? "score = integer { \(name) = … }"
    return Topic(
      name: name, summary: summary, example: "Example = entity \"Example\" { \(field) }",
      entries: fields[name].map { "Example = entity \"Example\" { \($0) }   Example" })
  }

  /// The options of entities, each in an entity that has it.
  static let entityOptions = Options.ofEntities.map { name, summary in
    let members = entities[name] ?? "name = text {}, \(name) = …"
    return Topic(
      name: name, summary: summary, example: "Example = entity \"Example\" { \(members) }",
      entries: entities[name].map { "Example = entity \"Example\" { \($0) }   Example" })
  }

  private static let fields = [
    "required": "name = text { required = true }", "unique": "name = text { unique = true }",
    "indexed": "age = integer { indexed = true }", "primary_key": "code = text { primary_key = true }",
    "default": "score = integer { default = 0 }", "readonly": "code = text { readonly = true }",
    "transient": "note = text { transient = true }", "fallback": "score = integer { fallback = 0 }",
    "encode": "name = text { encode = function(v) return v:lower() end }",
    "decode": "name = text { decode = function(v) return v:upper() end }",
    "column": "album = integer { column = \"AlbumId\" }", "validate": "score = integer { validate = is.at_least(0) }",
    "renamed_from": "score = integer { renamed_from = \"points\" }", "bits": "age = integer { bits = 16 }",
    "scale": "price = decimal { scale = 2 }", "precision": "at = datetime { precision = 3 }",
    "collation": "name = text { collation = \"nocase\" }", "auto": "token = uuid { auto = true }",
    "generated": "price = integer {}, twice = integer { generated = \"price * 2\" }",
  ]

  private static let entities = [
    "table": "name = text {}, table = \"examples\"", "indexes": "name = text {}, indexes = { index(\"name\") }",
    "extends": "extends = \"Team\", city = text {}", "abstract": "name = text {}, abstract = true",
    "before_save": "name = text {}, before_save = function(object) object.name = object.name:lower() end",
    "check": "start = date {}, finish = date {}, check = \"start < finish\"",
    "after_save": "name = text {}, after_save = function(object, changes) print(object.name) end",
    "before_delete": "name = text {}, before_delete = function(object) print(object.name) end",
    "after_delete": "name = text {}, after_delete = function(object) print(object.name) end",
    "after_load": "name = text {}, after_load = function(object) print(object.name) end",
    "equals": "name = text {}, equals = { \"name\" }", "renamed_from": "name = text {}, renamed_from = \"Sample\"",
    "hash": "name = text {}, equals = function(a, b) return a.name == b.name end, hash = function(o) return o.name end",
  ]
}
