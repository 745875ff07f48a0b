import ArgumentParser
import OKitEngine

extension ModelsCommand {
  /// `okit-run models verify`
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Checks that every stored model can be read.")
    @OptionGroup var documents: Documents

    func run() throws {
      var isDamaged = false
      let output = Output(format: documents.format)
      try output.reporting {
        let storage = try documents.storage(.reader)
        for name in try Documents.names(storage) {
          do {
            try verify(name, try JSONValue.parse(json: Documents.read(name, storage), file: Documents.path(of: name)))
            if documents.format == .json {
              try output.json(["name": .string(name), "ok": true])
            } else {
              output.value("\(name)  ok")
            }
          } catch let diagnostic as Diagnostic {
            isDamaged = true
            output.report(diagnostic)
          }
        }
      }
      if isDamaged { throw CommandFailure.failed() }
    }

    /// Checks the rules for models of all classes: a model is an object, and its ids are unique.
    private func verify(_ name: String, _ document: JSONValue) throws {
      let place = Diagnostic.Place(file: Documents.path(of: name))
      guard case .object = document else {
        throw Diagnostic("model.decode", "a stored model must be a JSON object", place: place)
      }
      var seen: Set<String> = []
      var pending = [document]
      while let next = pending.popLast() {
        if case .string(let id)? = next["id"], !seen.insert(id).inserted {
          throw Diagnostic("model.duplicateId", "the id \"\(id)\" is used twice", place: place)
        }
        switch next {
        case .array(let elements): pending += elements
        case .object(let members): pending += members.values
        default: break
        }
      }
    }
  }
}
