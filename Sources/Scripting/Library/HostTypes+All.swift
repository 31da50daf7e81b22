import Exchange
import Lists
import Model
import Requests
import Saving

extension HostTypeDefinition {
  /// The types of all values that the language adds to Lua; decimals make their own.
  static let all: [HostTypeDefinition] = [
    HostTypeDefinition(named: "null"),
    HostTypeDefinition("field", [], { _ in FieldValue.metamethods }),
    HostTypeDefinition("relation", [], { _ in RelationWord.metamethods }),
    HostTypeDefinition(named: "index"),
    HostTypeDefinition("sql", [], WrittenSQL.metamethods),
    HostTypeDefinition("entity", EntityMethods.withRequests, EntityHandle.metamethods),
    HostTypeDefinition("request", RequestMethods.all, RequestHandle.metamethods),
    HostTypeDefinition("unsaved relation", UnsavedRelationMethods.all, UnsavedRelationMethods.metamethods),
    HostTypeDefinition("groups", GroupMethods.all, GroupHandle.metamethods),
    HostTypeDefinition("plan", [], Plan.metamethods),
    HostTypeDefinition("migration plan", MigrationPlan.methods, MigrationPlan.metamethods),
    HostTypeDefinition("test", [], TestValue.metamethods),
    HostTypeDefinition(named: "sort"),
    HostTypeDefinition("database", DatabaseMethods.all, ScriptDatabase.metamethods),
    HostTypeDefinition("copy", [], CopyReport.metamethods),
    HostTypeDefinition("batch", BatchMethods.all, { _ in ["__tostring": { $0.returning("batch") }] }),
    HostTypeDefinition("object", ObjectMethods.all, { _ in [:] }),
    HostTypeDefinition("list", ListMethods.all, { _ in [:] }),
    HostTypeDefinition("result set", ResultSetMethods.all, ResultSetMethods.metamethods),
    HostTypeDefinition("snapshot", ResultSetMethods.ofSnapshots, ResultSetMethods.metamethods),
    HostTypeDefinition("section", [], SectionHandle.metamethods),
    HostTypeDefinition("sections", [], SectionList.metamethods),
    HostTypeDefinition("changes", ChangesMethods.all, ResultChanges.metamethods),
    HostTypeDefinition(named: "initial"),
    HostTypeDefinition("expression", [], ExpressionValue.metamethods),
    HostTypeDefinition("rows", [], { _ in [:] }),
    HostTypeDefinition("iteration", [], Iteration.metamethods),
  ]
}
