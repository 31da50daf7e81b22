import Encodings
import Interchange
import LuaRuntime
import Model
import Query
import Saving
import Schema
import Store

/// Takes a file into the table of an entity, in one transaction.
///
/// Plain rows go from their bytes to the statement as cells. Where a function of the script must see an object
/// (`before_save`, `after_decode`), or objects stand in objects, they are made and saved as any others.
package final class Importer {
  let session: SessionContext
  let context: ObjectContext
  let tied: ResolvedEntity
  let options: ExchangeOptions
  let path: String
  let stack: LuaStack
  let report: ImportReport
  let rows: RowImport
  let decoder: DocumentDecoder
  let names: MemberNames
  var progress: Progress

  package init(session: SessionContext, context: ObjectContext, path: String, options: ExchangeOptions, stack: LuaStack)
    throws
  {
    self.session = session
    self.context = context
    self.path = path
    self.options = options
    self.stack = stack
    tied = try context.tied()
    report = ImportReport(skips: options.skipsErrors, limit: options.errorLimit)
    rows = try RowImport(session: session, context: context, options: options.save, report: report, stack: stack)
    decoder = DocumentDecoder(
      session: session, format: options.format, stack: stack, place: path, ignoresUnknown: options.ignoresColumns)
    names = decoder.names(tied)
    progress = Progress(session, path)
  }

  package func run() throws -> ImportReport {
    if tied.entity.isView { throw ScriptError(ExchangeError.view(entity: context.name)) }
    let store = try context.database.store()
    defer { progress.end() }
    do {
      let input = try Inputs(session).input(path: path, encoding: options.encoding ?? .utf8)
      progress.input = input
      let reader = try options.format.reader(input, options.reading)
      try options.columns?.checkFields(of: context, names)
      try store.atomically {
        prepareParents()
        switch reader {
        case .rows(let reader): try importRows(reader)
        case .documents(let reader): try importDocuments(reader)
        }
        try rows.flush()
        try report.finish()
      }
    } catch let error as InterchangeError {
      throw report.joined(with: try Inputs(session).failure(error, file: path))
    }
    return report
  }

  /// Whether a function of the script must see each object, or its row is not all there is to it.
  var needsObjects: Bool {
    let hooks = context.model.hooks
    return hooks.beforeSave != nil || hooks.afterSave != nil || hooks.afterDecode != nil || tied.hasTransients
      || context.isShared
      || tied.entity.fields.contains { $0.document != nil }
  }

  /// Objects above others may be there already, too, where rows are updated.
  private func prepareParents() {
    guard options.save.upserts else { return }
    decoder.saveParent = { [unowned self] object, parent in
      try Saver(session).save(
        ObjectSource(object), to: parent.database, stack, options: SaveOptions(upsertOn: nil))
    }
  }
}
