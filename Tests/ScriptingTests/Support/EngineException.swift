/// A test that asks SQLite alone, whatever engine the others run on.
///
/// Everything that a script sees is to be the same on every engine, byte for byte, but for what shows the engine itself.
/// These tests are about that; each family has its reason, and the capability that is missing where one is
/// (`db:capabilities()`).
struct EngineException {
  enum Reason: String, CaseIterable {
    case statements = "it runs SQL that one writes, with types, marks or pragmas that SQLite alone has"
    case foreignTables = "it is about tables as other programs make them in files, whose columns hold what they like"
    case shownSQL = "it shows the SQL that the engine is asked, the tables that it makes, or its names of broken CHECKs"
    case plans = "it shows what the engine does with a statement, or what it takes at most"
    case allPatterns = "it searches for a regular expression that PostgreSQL does not mean exactly: it is refused"
    case realNumbers = "it reckons beyond the largest real number, which PostgreSQL refuses"
    case schemaUse = "PostgreSQL itself refuses to drop what a view or a key uses, in its own words"
    case documentFunctions = "it shows that a function which looks into documents is said in SQL: a server is not asked"
    case readingAlongside = "it drops a table of which a stream is open, which PostgreSQL allows: the rows were taken"

    /// What the engine cannot do, as `db:capabilities()` calls it.
    var capability: String? {
      switch self {
      case .foreignTables: "any_columns"
      case .allPatterns: "regular_expressions"
      case .realNumbers: "infinities"
      case .documentFunctions: "functions_of_documents"
      default: nil
      }
    }
  }

  let suite: String
  let test: String
  let reason: Reason

  static func holds(_ suite: String, _ test: String) -> Bool { names.contains(suite + "." + test) }

  private static let names = Set(all.map { $0.suite + "." + $0.test })

  static let all: [EngineException] = tests.flatMap { reason, suites in
    suites.flatMap { suite, tests in tests.map { EngineException(suite: suite, test: $0, reason: reason) } }
  }

  private static let tests: [(Reason, [(String, [String])])] = [
    (
      .statements,
      [
        (
          "MigrationPlanTests",
          [
            "a program that goes on behind a failed statement of a plan loses no row"
          ]
        ),
        (
          "ForeignRebuildTests",
          [
            "rules of keys, answers to conflicts, defaults of references, indexes and computed columns stay",
            "a computed column of a table of one's own stays where it stands",
            "what the table itself says is unique gets no index beside, and new indexes are named",
            "a table of links that has no key is used by the relation through it",
            "a computed column that is declared as another one is a loss that must be named",
            "a key that refuses at the end does so in the table that is made anew",
          ]
        ),
        (
          "GeneratorTests",
          [
            "keys of several columns are written with their relation, or as the columns that they are",
            "a link table with keys of two sides is written with its relations",
          ]
        ),
        (
          "TransactionTests",
          [
            "what the database rolled back by itself does not go on statement by statement"
          ]
        ),
        (
          "DatabaseTests",
          [
            "a statement gives plain tables and takes its values in order or by name"
          ]
        ),
        (
          "EntryTests",
          [
            "a statement that stands alone ends the entry's transaction before"
          ]
        ),
        (
          "MigrationObstacleTests",
          [
            "a row of an entity that is declared no more is the one in the way"
          ]
        ),
        (
          "ForeignKeyTests",
          [
            "a key of which a half is NULL leads nowhere",
            "a reference to columns that several rows share leads to the first of them",
            "a row whose key is NULL can be referred to by none",
            "all ways along a relation agree",
            "a reference is stored as its own column holds it",
          ]
        ),
        (
          "RelatedClosureTests",
          [
            "where a second row could be there, the function is asked"
          ]
        ),
      ]
    ),
    (
      .foreignTables,
      [
        ("BeginningTests", ["of a column that may hold numbers, what they read as begins, too"]),
        ("ComputedUpdateTests", ["where something stands that is no number, nothing is lost"]),
        (
          "GeneratedFieldTests",
          ["what another program computes when it is read is computed so in a table that is made anew"]
        ),
        (
          "PushedTextSumTests",
          [
            "a text among what a function gives is refused by either way",
            "decimals beside a text stay decimals",
          ]
        ),
        (
          "BoundResultSetTests",
          [
            "a section that several spellings name is called as its first row says it",
            "a section that is called otherwise is told",
            "a key without case that is spelled otherwise is the same row",
            "keys that are a text and bytes of the same letters are two rows",
          ]
        ),
        (
          "OthersBytesTests",
          [
            "a text that is no UTF-8 is refused by name, and never becomes another",
            "cells of other classes than their columns say come back",
            "other numbers in a column of integers come back, and are refused where there are none",
            "in text such a cell is base64, as bytes are",
            "texts in a column of bytes come back as the same bytes",
            "what a format of rows would write as another value is refused by name",
            "what has literals for any bytes holds such a text",
            "what is no text is stored as bytes where both may stand, and a text as text",
          ]
        ),
        (
          "OthersReferenceTests",
          [
            "a reference that the key makes a number of is that number",
            "groups, sections and counts take references for one that lead to one object",
          ]
        ),
        (
          "OthersLinkTests",
          ["a link that the key takes for one is made once, and goes with one call"]
        ),
        (
          "DecimalDustTests",
          [
            "an export of such a column comes back as it was",
            "what reckoning leaves behind the digits of a column is no other decimal",
            "digits beyond those of the column are reckoned with",
            "a small number is a decimal among others, and keeps no function out of SQL",
          ]
        ),
        (
          "LooseSumTests",
          [
            "columns that hold numbers by their declaration are added up by plain SQL",
            "what is no number adds nothing, and is none of those of which the mean is made",
          ]
        ),
        (
          "OddTableTests",
          [
            "a key that makes no sense keeps no other table from being migrated",
            "a column without a name stays, with its values",
            "what is unique is said once in a table that is made anew",
          ]
        ),
        (
          "TextArithmeticTests",
          [
            "a text and a function reckon alike",
            "it is written so, too",
            "rules and indexes reckon as every program does",
          ]
        ),
        (
          "OthersNumberTests",
          [
            "a text among decimals is a text, and no NULL",
            "sums and means of them are those of the relation",
          ]
        ),
        (
          "OthersMomentTests",
          [
            "a migration writes moments of others as the declared type has them, so that they compare",
            "a named step may mend them, in any words that are moments",
            "digits of a second come to the declared number of them",
            "what is no moment, or has more digits, is refused as it is stored",
          ]
        ),
        (
          "LooseColumnTests",
          [
            "a key in descending order is no number of the row",
            "a key of bytes that is a text is found",
            "a result set finds a row by its key as the key compares",
            "a string means the text and the bytes of a column of bytes, in every form",
            "a text is written as a text where the column has texts",
            "a text is written where a column of numbers has texts, and refused where it has numbers alone",
            "what another program put beyond the first rows may be said again",
            "a text that the column would make a number is refused, and finds no number",
            "sections in memory follow a column that compares without case",
            "texts in columns of numbers are found by what they are",
          ]
        ),
        (
          "DeclaredOverOthersTests",
          [
            "days and moments in another form are told, and migrating writes them anew",
            "a condition on moments that are numbers is refused until they are texts",
            "UUIDs in upper case are told, and migrating writes them anew",
            "a condition on UUIDs in upper case is refused, and a twin of one",
            "words say what to declare over a column of another program",
            "conditions and functions agree with lists, errors included",
            "what is declared is what is made, whatever the table was",
            "days and moments that are none raise, and good ones are found by the database",
          ]
        ),
        (
          "EqualValueTests",
          [
            "columns without a type are grouped so",
            "a column without a type keeps the order in which its texts compare",
            "a column of bytes of another program shows its numbers so",
          ]
        ),
        ("NullKeyTests", ["rows whose key is NULL come in one order, by every way alike"]),
        (
          "ExpressionCollationTests",
          [
            "conditions, orders, groups and distinct values agree with lists in memory"
          ]
        ),
        (
          "NorthwindTests",
          [
            "its answers are those of plain SQL",
            "its source has nothing to migrate and makes the same tables elsewhere",
          ]
        ),
        (
          "CompoundViewTests",
          [
            "a function of their rows is asked row by row, and says why"
          ]
        ),
        (
          "WideTextTests",
          [
            "tables that are made there can be written by every program",
            "texts beyond Latin are in the order of their characters",
          ]
        ),
        (
          "DanglingKeyTests",
          [
            "a relation that leads to no row is nil in every form"
          ]
        ),
        (
          "DeclaredDecimalTests",
          [
            "they are written as numbers, with their default and under their rules"
          ]
        ),
        (
          "MadeBySQLTests",
          [
            "what is generated holds tables made by SQL, also beside declared ones",
            "tests take objects of tables made by SQL",
          ]
        ),
        (
          "ForeignShareTests",
          [
            "most functions are pushed"
          ]
        ),
        (
          "CellFilterTests",
          [
            "a function that only reads fields is shown one object, and any other the rows themselves",
            "conditions and functions select the same of rows and of objects",
            "a function is asked of many rows in order, and its error goes through",
            "a function sees what a column of another program holds",
          ]
        ),
        (
          "KeylessPageTests",
          [
            "no row is lost or repeated where keys are NULL"
          ]
        ),
        (
          "ForeignValueTests",
          [
            "sets in memory sort and divide rows as the database does",
            "numbers that are no decimals are what they are in a column of decimals, pushed or not",
            "what a column was found to hold is not said of a view of the same name",
            "text that is no UTF-8 is tested and reckoned with by its bytes",
            "sums and means leave texts out, whatever they begin with, in the database and in memory",
            "pages, groups and sections keep texts apart that are no UTF-8",
            "ends of a range are in order where some column has them so",
          ]
        ),
        (
          "NumericColumnTests",
          [
            "what a text makes of them is a decimal, as of a function",
            "their values and sums are decimals",
            "they take decimals and no floats, and read what is there",
            "whole numbers beyond what a real number holds stay exact, others are refused",
            "what is no number counts in none of what is made of them",
            "a schema can say so too",
          ]
        ),
        (
          "SchemaSourceTests",
          [
            "the source of tables made elsewhere reads them as reflection did",
            "names of any letters, documents and defaults as the column stores them are said in Lua",
            "columns that no field can be named as are fields of other names",
            "indexes of others keep their names",
            "a column that refers to a key compares as it did",
          ]
        ),
        (
          "DatabaseValueTests",
          [
            "their source says what is computed, and how",
            "a default of the database's own is left to it, and read back",
            "an import leaves them to the database, too",
            "computed columns are fields that nobody can set",
            "a migration leaves computed columns alone",
          ]
        ),
        (
          "DocumentRequestTests",
          [
            "a row whose document is no JSON has NULL in it"
          ]
        ),
        (
          "ExportTests",
          [
            "objects that others belong to stand in their documents, whoever made the tables"
          ]
        ),
        (
          "ImportTests",
          [
            "a column named as the version of documents is a column"
          ]
        ),
        (
          "GeneratorTests",
          [
            "columns that refer to others are marked for Mermaid, whoever made the tables",
            "the tables of a file are written as Lua that makes the same tables",
          ]
        ),
        (
          "MigrationTests",
          [
            "a table of another program stays as it is where the declaration says the same"
          ]
        ),
        (
          "ForeignTableMigrationTests",
          [
            "a column is added whatever the other cells hold",
            "a column that is named like a word of SQL is no word of a view or trigger",
            "a virtual table is never made anew",
            "a broken view or key of another program is named where it stands in the way",
            "defaults that only the database can tell stay where a table is made anew",
            "what the database computes is told so where it is there twice",
            "the triggers of a view that goes are named",
            "what others said is unique stays so, however they said it",
            "the source of tables of others has nothing to migrate",
            "a table that is made anew keeps its rules, orders and defaults",
            "keys, groups of unique columns and numbering of others stay",
            "indexes of others stay, whatever they are called",
            "what others made of a column that goes must be named, and is never left broken",
            "a plan says of a table only that it becomes strict where it does",
          ]
        ),
        (
          "PendingParentTests",
          [
            "tables made elsewhere wait as others do"
          ]
        ),
        (
          "ForeignClosureTests",
          [
            "a column without case is without it in every word",
            "an entity over a table that holds something else raises as its rows do",
            "a key that leads to no row is seen as Lua sees it",
            "what is written changes what is known, what is rolled back too",
            "functions are pushed by what the columns hold",
          ]
        ),
        (
          "ClosureTests",
          [
            "what a table does not hold to is asked of the closure, whatever the entity declares",
            "tables made elsewhere hold what they like",
          ]
        ),
        (
          "ColumnMeaningTests",
          [
            "parts of texts compare as their column does, and columns of views as those that they are made of",
            "sums of decimals that are stored as numbers are exact, and rows without a key are shown",
          ]
        ),
        (
          "SampleTests",
          [
            "tables of others and shared tables have samples, too"
          ]
        ),
        (
          "RowRuleTests",
          [
            "a CHECK of the table names the entity, the field and the rule"
          ]
        ),
      ]
    ),
    (
      .shownSQL,
      [
        (
          "MigrationPlanTests",
          [
            "functions that only Moonshell has are defined in Swift, and named in SQL",
            "the first migration of tables that were there makes them",
            "statements that changed rows between two migrations are carried in their order",
          ]
        ),
        (
          "WorkdayFieldTests",
          [
            "a field is validated, by the table as well"
          ]
        ),
        (
          "DatabaseTests",
          [
            "every statement is echoed to the function that listens"
          ]
        ),
        (
          "DocumentSchemaTests",
          [
            "options stand behind the name, in a second argument, or among the cases"
          ]
        ),
        (
          "DocumentRequestTests",
          [
            "the path is a value of the statement"
          ]
        ),
        (
          "MigrationTests",
          [
            "new tables and columns come, and old rows take their defaults"
          ]
        ),
        (
          "FillingTests",
          [
            "a default that is a function fills a new column, row by row"
          ]
        ),
        (
          "MigrationPlanTests",
          [
            "three versions leave as three migrations",
            "a column that goes and one of its shape that comes are asked about",
          ]
        ),
        (
          "PredicateTests",
          [
            "a predicate as text becomes SQL and selects rows"
          ]
        ),
        (
          "ChangeTests",
          [
            "an update is one statement for all rows"
          ]
        ),
        (
          "BareRowTests",
          [
            "one pass over the rows counts them and tells whether a function must be asked"
          ]
        ),
        (
          "GroupTests",
          [
            "the statement is one, and its values are bound"
          ]
        ),
        (
          "ClosureTests",
          [
            "a redefined function of the library is what the script made of it",
            "what is pushed is counted, summed, changed and deleted by one statement",
            "only rows that need the function meet it, in the order of rows",
            "an order is made by the database where that means the same",
            "a filter is answered by the database where that means the same",
          ]
        ),
        (
          "SectionClosureTests",
          [
            "what the database makes of a row is fetched with it, and the function is not called",
            "a plan says what becomes of the function that makes sections",
          ]
        ),
        (
          "BoundResultSetTests",
          [
            "the section comes first in the order where the database can say it and it changes no rows"
          ]
        ),
        (
          "DefinitionTests",
          [
            "fields keep the order in which they were written"
          ]
        ),
        (
          "SharedSchemaTests",
          [
            "they may be defined in any order, over several steps, the first of them abstract",
            "every one of them has the statement of the one table",
            "siblings share a column of one type, with rules of their own",
            "a migration makes a table one that is shared, and keeps its rows",
          ]
        ),
        (
          "InheritanceTests",
          [
            "what is extended may be defined later, over several steps"
          ]
        ),
        (
          "WrittenIndexTests",
          [
            "they are made, and a schema that has them has nothing to migrate"
          ]
        ),
        (
          "DurationFieldTests",
          [
            "its table says the type and the rule"
          ]
        ),
        (
          "RowRuleTests",
          [
            "a migration brings rules in, and refuses rows that break them",
            "they are CHECKs of the table, and the database's refusal names them",
          ]
        ),
        (
          "DatabaseDefaultTests",
          [
            "tables, migrations and the schema's source have it"
          ]
        ),
        (
          "FunctionTestTests",
          [
            "what the database can say of a test with a function is a CHECK"
          ]
        ),
        (
          "TestMessageTests",
          [
            "a decimal field may be tested by more digits than it has",
            "of tests that are joined only those are named that fail",
          ]
        ),
      ]
    ),
    (
      .schemaUse,
      [
        (
          "MigrationPlanTests",
          [
            "the statements of a plan do what it does"
          ]
        ),
        (
          "ForeignTableMigrationTests",
          [
            "views and triggers of a column that is only dropped are named, too"
          ]
        ),
      ]
    ),
    (
      .plans,
      [
        ("BeginningTests", ["an index serves it"]),
        (
          "ReferencedFieldTests",
          [
            "functions that follow it are pushed, and agree"
          ]
        ),
        (
          "FewRowTests",
          [
            "one statement that says what it is for comes before, and only where there is a range to find",
            "an index finds few rows of many, and all others are read in their order",
          ]
        ),
        (
          "RelatedClosureTests",
          [
            "the one row of another table is joined where it cannot be two"
          ]
        ),
        (
          "ClosureTests",
          [
            "a plan names the lines at which a function must be asked, for the rows that come there"
          ]
        ),
        (
          "ExplainTests",
          [
            "a plan prints the statement and what the database does",
            "what is done beside the statement is said",
            "a plan is a tree, groups have one, and nothing runs",
          ]
        ),
        (
          "LargeClosureTests",
          [
            "many functions that are small by themselves are called where they are too much together",
            "what is nested deeper and deeper is called where the database takes no more",
            "keys, comparators and sections that are nested too deep are called",
          ]
        ),
        (
          "LargeConditionTests",
          [
            "what SQLite cannot nest is said in words"
          ]
        ),
      ]
    ),
    (
      .realNumbers,
      [
        (
          "PredicateTests",
          [
            "arithmetic agrees with Lua on random numbers"
          ]
        )
      ]
    ),
    (
      .documentFunctions,
      [
        (
          "DocumentClosureTests",
          [
            "null in JSON is null, and a text with a NUL is itself",
            "a key in a document sorts in SQL",
          ]
        )
      ]
    ),
    (
      .readingAlongside,
      [
        (
          "StreamEndingTests",
          [
            "while a stream is open the table stays"
          ]
        )
      ]
    ),
    (
      .allPatterns,
      [
        (
          "VocabularyTests",
          [
            "a test selects rows",
            "a test that cannot be meant says why",
          ]
        )
      ]
    ),
  ]
}
