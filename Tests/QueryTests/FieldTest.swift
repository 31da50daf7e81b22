import Schema

/// The schema's tests; `Test` is also a word of the testing library.
typealias FieldTest = Schema.Test
