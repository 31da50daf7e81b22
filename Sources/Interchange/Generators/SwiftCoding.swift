import Schema

/// How the values of a field are coded, where that is not as Swift codes their type.
enum SwiftCoding: Equatable {
  case asItIs
  case decimal
  case day
  /// With so many digits of a second.
  case moment(Int)
  case uuid, url
  /// Whole seconds, in documents as ISO 8601 has them.
  case duration
  /// Bytes inside of a document, which property lists, too, have as Base64 there.
  case bytes

  init(_ field: Field) {
    self =
      switch field.type {
      case .decimal: .decimal
      case .date: .day
      case .datetime: .moment(field.precision)
      case .uuid: .uuid
      case .url: .url
      case .duration: .duration
      default: .asItIs
      }
  }

  /// The type of Swift, where the storage does not say it.
  var type: String? {
    switch self {
    case .asItIs, .decimal, .duration, .bytes: nil
    case .day, .moment: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    }
  }

  /// Whether the column holds the text that documents have, too.
  var isText: Bool { type != nil }

  /// What makes a value of a text.
  var reader: String? {
    switch self {
    case .asItIs: nil
    case .decimal: "MoonshellCoding.decimal"
    case .day, .moment: "MoonshellCoding.date"
    case .uuid: "UUID.init(uuidString:)"
    case .url: "MoonshellCoding.url"
    case .duration: "MoonshellCoding.seconds"
    case .bytes: "MoonshellCoding.bytes"
    }
  }

  /// What makes a text of a value.
  var writer: String? {
    switch self {
    case .asItIs: nil
    case .bytes: "MoonshellCoding.text"
    case .decimal, .uuid, .url: "MoonshellCoding.text"
    case .day: "MoonshellCoding.day"
    case .moment(0): "MoonshellCoding.moment"
    case .moment(let digits): "MoonshellCoding.moment(\(digits))"
    case .duration: "MoonshellCoding.duration"
    }
  }
}
