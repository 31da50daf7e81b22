import Encodings
import Interchange
import LuaRuntime
import Model
import Query
import Schema

/// Finds the entity that fits a file.
package struct FileInference {
  private let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// The name of the entity for a file, where no global of the script has it.
  package func name(of path: String) -> String {
    Inference.entityName(of: path) { name in
      let value = session.lua.global(name)
      return !value.isNil && value.userdata?.object(as: EntityHandle.self) == nil
    }
  }

  /// Takes the encoding that a file of rows seems to have, where nobody said one.
  ///
  /// - Returns: what is to be said of it; nil of a file in UTF-8, and of one that says it itself.
  package func guessEncoding(of path: String, for options: inout ExchangeOptions) throws -> String? {
    guard options.encoding == nil, options.format.isFlat else { return nil }
    do {
      let isInterrupted = { [lua = session.lua] in lua.isInterrupted }
      options.encoding = try EncodingGuess.encoding(ofFile: path, isInterrupted: isInterrupted)
      return options.encoding == nil ? nil : ExchangeError.guessedEncoding
    } catch {
      throw try Inputs(session).failure(error, file: path)
    }
  }

  /// The columns of a file of rows, and the fields that an entity which was made of such a file has for them; nil where
  /// it has others.
  package func columns(
    _ path: String, _ options: ExchangeOptions, for entity: Entity
  ) throws -> (fields: [String], columns: [String])? {
    do {
      var reading = options.reading
      reading.allowsTwins = true
      let input = try Inputs(session).input(path: path, encoding: options.encoding ?? .utf8)
      guard case .rows(let rows) = try options.format.reader(input, reading) else { return nil }
      let key = entity.keySlots.count == 1 ? entity.fields[entity.keySlots[0]].name : nil
      let fields = InferredEntity.fields(of: rows.columns, key: key, reserved: Reflection.reservedNames)
      let areKnown = Set(fields).isSubset(of: entity.fields.map(\.name))
      return areKnown ? (fields, rows.columns) : nil
    } catch {
      throw try Inputs(session).failure(error, file: path)
    }
  }

  /// Refuses a file that is now said to have numbers or days where an entity that is there already has texts.
  package func check(_ path: String, _ options: ExchangeOptions, for entity: Entity) throws {
    guard options.style.isSaid else { return }
    let inferred = try self.entity(path, options)
    for (name, type) in zip(inferred.fields, inferred.types) where type != .text && entity.field(name)?.type == .text {
      throw ScriptError(
        ExchangeError.madeOtherwise(entity: entity.name, field: name, type: type.name, path: path))
    }
  }

  package func entity(_ path: String, _ options: ExchangeOptions) throws -> InferredEntity {
    do {
      var progress = Progress(session, path)
      defer { progress.end() }
      let input = try Inputs(session).input(path: path, encoding: options.encoding ?? .utf8)
      progress.input = input
      var reading = options.reading
      reading.allowsTwins = true
      let reader = try options.format.reader(input, reading)
      var inference = Inference(options.style, skipsErrors: options.skipsErrors) { count in
        try session.lua.checkInterruption()
        progress.show(count)
      }
      return try inference.entity(named: name(of: path), of: reader, reserved: Reflection.reservedNames)
    } catch let broken as BrokenRow {
      var failure = try Inputs(session).failure(broken.error, file: path)
      failure.message += ExchangeError.skippingAdvice
      throw failure
    } catch let error as InterchangeError {
      throw try Inputs(session).failure(error, file: path)
    }
  }
}
