import ArgumentParser
import OKitEncryption
import OKitEngine
import OKitLua

extension ModelsCommand {
  /// `okit-run models verify`
  struct Verify: ScriptRunCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Checks that an application can open every stored model.",
      discussion: """
        Reports damaged and oversized documents, damaged journals and those of another document, missing and damaged \
        blobs, links, folders and unknown files, and files or rows of blobs and partials to which nothing refers. With \
        an application, runs its script, which stores nothing, and checks the documents of the models that it \
        registers against their classes, also of those on a server. Without one, a name and an endpoint check a \
        document on a server. Reports what waits to be sent, and sends nothing.

        EXAMPLES:
          Checks the models of an application:
            okit-run models verify app.lua
          Checks the form of the models in a folder:
            okit-run models verify --documents demo
          Checks a model on a server:
            okit-run models verify shop --documents demo --endpoint https://data.example.org/shop
          Passes an argument to the script:
            okit-run models verify app.lua -- sqlite
          Removes the files to which no document refers:
            okit-run models verify --documents demo --repair
        """)
    @OptionGroup var documents: Documents

    @OptionGroup var application: ScriptRun

    @Flag(help: "Remove the files and rows of blobs and partials to which nothing refers.")
    var repair = false

    var namesApplication: Bool { documents.script != nil }

    func run() throws {
      let output = Output(format: documents.format)
      try output.reporting {
        if documents.script != nil || application.endpoint.endpoint == nil { try documents.expectNoModel() }
        // The owner removes files. An application that stores in the meantime would refer to some of them.
        let storage = try documents.storage(repair ? .owner : .reader, limit: application.documentLimit)
        let decrypting = documents.keys.decrypting(storage, output, limit: application.memory.derivation)
        let hasKeys = try decrypting.encryption.isInitialized(in: storage)
        // A plain document may be a forgery; only the keys tell.
        if hasKeys { try decrypting.open() }
        let findings =
          repair
          ? try check(storage, decrypting)
          : try VerifyFindings.stable(state: storage.fingerprint) { try check(storage, decrypting) }
        try findings.print(to: output, documents.format)
      }
      if output.hasErrors { throw CommandFailure.failed() }
    }

    private func check(_ storage: FileStorage, _ decrypting: EncryptedStorage) throws -> VerifyFindings {
      var findings = VerifyFindings()
      let names = try Documents.names(storage)
      let unknown = try unknownEntries(storage, names)
      for diagnostic in unknown { findings.report(diagnostic) }
      let transport = try application.transport()
      let pending = try PendingModels(storage, endpoint: transport?.url(of: ""))
      for problem in pending.problems { findings.report(problem) }
      for name in pending.changes.keys.sorted() {
        if let text = pending.text(name) { findings.note("\(name): \(text)") }
      }
      let classes = try documents.script.map { try ServerModel.classes($0, application, storage, decrypting) }
      let remote = classes?.serverModels ?? documents.model.map { [$0] } ?? []
      let missing = try Documents.missing(names, storage, decrypting.encryption, except: remote)
      for diagnostic in missing { findings.report(diagnostic) }
      var parts = PartCheck()
      // A link or a folder may stand for a document, which refers to files.
      var isComplete = missing.isEmpty && !unknown.contains { $0.place?.file.hasSuffix(".json") == true }
      for name in names where ModelRegistry.isValid(Documents.model(of: name)) {
        do {
          do { try verify(name, storage, decrypting, &parts) } catch let diagnostic as Diagnostic {
            throw StoredDocument.explained(diagnostic, name: name)
          }
          if ModelRegistry.isValid(name) { try classes?.check(name) { findings.report($0) } }
        } catch let diagnostic as Diagnostic {
          isComplete = false
          findings.report(diagnostic)
          continue
        }
        findings.add(intact: name)
      }
      for name in try Documents.databaseNames(storage) where ModelRegistry.isValid(name) {
        do {
          try Documents.expectOneForm(name, storage)
          let hadErrors = findings.hasErrors
          try verifyDatabase(name, storage, classes, &findings)
          if hadErrors || !findings.hasErrors { findings.add(intact: name) }
        } catch let diagnostic as Diagnostic {
          findings.report(diagnostic)
        }
      }
      for name in remote { try verifyServer(name, storage, decrypting, classes, &findings) }
      let models = names.filter(ModelRegistry.isValid)
      if isComplete { try verify(parts, of: models, storage, decrypting, &findings) }
      if !isComplete, repair { findings.note("removed no files, because some documents cannot be read") }
      // An error in a document is reported already.
      if let failure = classes?.failure, !findings.hasErrors { findings.report(failure) }
      return findings
    }

    /// Reports blobs without their row, and rows to which nothing refers, which it removes with `--repair`.
    private func verifyDatabase(
      _ name: String, _ storage: FileStorage, _ classes: DocumentClasses?, _ findings: inout VerifyFindings
    ) throws {
      guard let database = try Documents.database(name, storage, access: repair ? .owner : .reader) else { return }
      try classes?.check(name) { findings.report($0) }
      let orphans = try database.reading {
        let parts = try Documents.verify(database, name)
        for diagnostic in try parts.damagedBlobs(in: database) { findings.report(diagnostic) }
        return try parts.orphans(in: database, of: name)
      }
      guard repair, !orphans.isEmpty else {
        for row in orphans { findings.report(PartCheck.orphan(row, in: database)) }
        return
      }
      try PartRow.delete(orphans, from: database)
      for row in orphans { findings.note("removed \(row.description) of \(database.location)") }
    }

    /// Checks a model on a server.
    private func verifyServer(
      _ name: String, _ storage: FileStorage, _ decrypting: EncryptedStorage, _ classes: DocumentClasses?,
      _ findings: inout VerifyFindings
    ) throws {
      do {
        let model =
          try classes.map { try ServerModel(name, $0, storage, decrypting) }
          ?? ServerModel.find(name, script: nil, application, storage, decrypting)
        guard let model else { return }
        if classes != nil, try !model.isStored { return }
        var hasErrors = false
        for diagnostic in try model.damagedBlobs() {
          findings.report(diagnostic)
          hasErrors = true
        }
        try classes?.check(name) { findings.report($0) }
        if !hasErrors { findings.add(intact: name) }
      } catch let diagnostic as Diagnostic {
        findings.report(diagnostic)
      }
    }

    private func unknownEntries(_ storage: FileStorage, _ names: [String]) throws -> [Diagnostic] {
      let models = Set(names.filter(ModelRegistry.isValid))
      let blobs = [PartPath.dataFolderName, PartPath.imageFolderName]
      let unknown = try storage.unknownEntries(
        in: ModelRegistry.folder,
        isKnown: Documents.isKnown,
        isKnownFolder: { name in
          // A conversion that was killed leaves the folder of the partials, without files.
          try models.contains(name) || blobs.contains(name)
            || ModelRegistry.isValid(name) && storage.list(PartPath.folder(ofModel: name)).isEmpty
        })
      return try unknown
        + models.sorted().flatMap { model in
          try storage.unknownEntries(in: PartPath.folder(ofModel: model)) { $0.hasSuffix(".json") }
        }
        + blobs.flatMap { folder in
          try storage.unknownEntries(in: "\(ModelRegistry.folder)/\(folder)") { _ in true }
        }
    }

    /// Reports blobs without their file, and files to which no document refers, which it removes with `--repair`.
    private func verify(
      _ parts: PartCheck, of models: [String], _ storage: FileStorage, _ decrypting: EncryptedStorage,
      _ findings: inout VerifyFindings
    ) throws {
      // The file of a blob does not name its model, which tells whether it has to be encrypted.
      decrypting.model = parts.model
      for diagnostic in try parts.damagedBlobs(in: decrypting) { findings.report(diagnostic) }
      let orphans = try parts.orphans(in: storage, models: models)
      guard repair, !orphans.isEmpty else {
        for path in orphans { findings.report(PartCheck.orphan(path, in: storage)) }
        return
      }
      var removed = Set(orphans)
      for model in models {
        // Restoring the previous version brings them back.
        let kept = try RestoredParts(model, storage, decrypting).previous().intersection(removed)
        try storage.retire(kept.sorted(), of: Documents.path(of: model)).wait()
        removed.subtract(kept)
      }
      try storage.delete(removed.sorted()).wait()
      for path in orphans { findings.note("removed \(storage.location(of: path))") }
    }

    private func verify(
      _ name: String, _ storage: FileStorage, _ decrypting: EncryptedStorage, _ parts: inout PartCheck
    ) throws {
      let file = storage.location(of: Documents.path(of: name))
      let document = try Documents.document(name, storage, decrypting)
      try document.withBytes { bytes in
        try DocumentCheck.check(bytes, file: file)
        try parts.add(bytes, of: Documents.model(of: name), file: file, isFolded: document.folded != nil)
      }
      let limit = application.documentLimit
      guard document.count > limit else { return }
      throw Diagnostic(
        "storage.limit", "the document has \(document.count) bytes, and the limit is \(limit)",
        place: Diagnostic.Place(file: file), hint: "raise it with \(LimitProperty.document.option)")
    }
  }
}
