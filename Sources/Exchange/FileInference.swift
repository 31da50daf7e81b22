import Encodings
import Interchange
import LuaRuntime
import Model
import Query

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

  package func entity(_ path: String, _ options: ExchangeOptions) throws -> InferredEntity {
    do {
      var progress = Progress(session, path)
      defer { progress.end() }
      let input = try Inputs(session).input(path: path, encoding: options.encoding)
      progress.input = input
      var reading = options.reading
      reading.allowsTwins = true
      let reader = try options.format.reader(input, reading)
      var inference = Inference(options.style) { count in
        try session.lua.checkInterruption()
        progress.show(count)
      }
      return try inference.entity(named: name(of: path), of: reader, reserved: Reflection.reservedNames)
    } catch let error as InterchangeError {
      throw try Inputs(session).failure(error, file: path)
    }
  }
}
