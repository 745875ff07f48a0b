import OKitLua
import OKitSQLite

extension StoredModels {
  /// Checks that an application can open every model.
  ///
  /// With the script of the application, documents are checked against their classes, also those on a server.
  ///
  /// - Parameters:
  ///   - remote: A model on the server of the endpoint, where no script says which ones are.
  ///   - repairs: Whether files and rows to which nothing refers are removed, which takes an owner.
  /// - Throws: what keeps the check from beginning. What is wrong with a model is in the findings.
  public func verify(remote: String? = nil, repairs: Bool = false) throws -> VerifyFindings {
    // A plain document may be a forgery; only the keys tell.
    if try hasKeys { try decrypting.open() }
    guard !repairs else { return try check(remote, repairs: true) }
    return try VerifyFindings.stable(state: storage.fingerprint) { try check(remote, repairs: false) }
  }

  private func check(_ remote: String?, repairs: Bool) throws -> VerifyFindings {
    var findings = VerifyFindings()
    let names = try names()
    let unknown = try unknownEntries(names)
    for diagnostic in unknown { findings.report(diagnostic) }
    let pending = try PendingModels(storage, endpoint: transport()?.url(of: ""))
    for problem in pending.problems { findings.report(problem) }
    for (name, change) in pending.changes.sorted(by: { $0.key < $1.key }) where !pending.refused.contains(name) {
      do { try change.expectNoConversion() } catch { findings.report(error) }
      if let text = pending.text(name) { findings.note("\(name): \(text)") }
    }
    let classes = try options.script.map { try self.classes($0) }
    let remote = classes?.serverModels ?? remote.map { [$0] } ?? []
    let missing = try missing(names, except: remote)
    for diagnostic in missing { findings.report(diagnostic) }
    var parts = PartCheck()
    // A link or a folder may stand for a document, which refers to files.
    var isComplete = missing.isEmpty && !unknown.contains { $0.place?.file.hasSuffix(".json") == true }
    for name in names where ModelRegistry.isValid(Self.model(of: name)) {
      do {
        do { try verify(name, &parts) } catch let diagnostic as Diagnostic {
          throw StoredDocument.explained(diagnostic, name: name)
        }
        if ModelRegistry.isValid(name), !pending.isConverted(name) {
          try classes?.check(name) { findings.report($0) }
        }
      } catch let diagnostic as Diagnostic {
        isComplete = false
        findings.report(diagnostic)
        continue
      }
      findings.add(intact: name)
    }
    for name in try databaseNames() where ModelRegistry.isValid(name) {
      do {
        try expectOneForm(name)
        let hadErrors = findings.hasErrors
        try verifyDatabase(name, pending.isConverted(name) ? nil : classes, &findings, repairs: repairs)
        if hadErrors || !findings.hasErrors { findings.add(intact: name) }
      } catch let diagnostic as Diagnostic {
        findings.report(diagnostic)
      }
    }
    // What was refused is reported already.
    for name in remote where !pending.refused.contains(name) && !pending.isConverted(name) {
      try verifyServer(name, classes, &findings)
    }
    let models = names.filter(ModelRegistry.isValid)
    if isComplete { try verify(parts, of: models, &findings, repairs: repairs) }
    if !isComplete, repairs { findings.note("removed no files, because some documents cannot be read") }
    // An error in a document is reported already.
    if let failure = classes?.failure, !findings.hasErrors { findings.report(failure) }
    return findings
  }

  /// Reports blobs without their row, and rows to which nothing refers, which it removes to repair.
  private func verifyDatabase(
    _ name: String, _ classes: DocumentClasses?, _ findings: inout VerifyFindings, repairs: Bool
  ) throws {
    guard let database = try database(name, access: repairs ? .owner : .reader) else { return }
    try classes?.check(name) { findings.report($0) }
    let orphans = try database.reading {
      if let problem = try database.problems().first {
        throw Diagnostic("storage.damaged", problem, place: Diagnostic.Place(file: database.location))
      }
      var parts = PartCheck()
      try parts.add(database, of: name)
      for diagnostic in try parts.damagedBlobs(in: database) { findings.report(diagnostic) }
      return try parts.orphans(in: database, of: name)
    }
    guard repairs, !orphans.isEmpty else {
      for row in orphans { findings.report(PartCheck.orphan(row, in: database)) }
      return
    }
    try PartRow.delete(orphans, from: database)
    for row in orphans { findings.note("removed \(row.description) of \(database.location)") }
  }

  /// Checks a model on a server.
  private func verifyServer(_ name: String, _ classes: DocumentClasses?, _ findings: inout VerifyFindings) throws {
    do {
      guard let model = try classes.map({ try serverModel(name, $0) }) ?? serverModel(name) else { return }
      if classes != nil, try !model.isStored { return }
      let damaged = try model.damagedBlobs()
      for diagnostic in damaged { findings.report(diagnostic) }
      try classes?.check(name) { findings.report($0) }
      if damaged.isEmpty { findings.add(intact: name) }
    } catch let diagnostic as Diagnostic {
      findings.report(diagnostic)
    }
  }

  private func unknownEntries(_ names: [String]) throws -> [Diagnostic] {
    let models = Set(names.filter(ModelRegistry.isValid))
    let blobs = [PartPath.dataFolderName, PartPath.imageFolderName]
    let unknown = try storage.unknownEntries(
      in: ModelRegistry.folder,
      isKnown: Self.isKnown,
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

  /// Reports blobs without their file, and files to which no document refers, which it removes to repair.
  private func verify(
    _ parts: PartCheck, of models: [String], _ findings: inout VerifyFindings, repairs: Bool
  ) throws {
    // The file of a blob does not name its model, which tells whether it has to be encrypted.
    let blobs = EncryptedStorage(decrypting.base, decrypting.encryption, model: parts.model)
    for diagnostic in try parts.damagedBlobs(in: blobs) { findings.report(diagnostic) }
    let orphans = try parts.orphans(in: storage, models: models)
    guard repairs, !orphans.isEmpty else {
      for path in orphans { findings.report(PartCheck.orphan(path, in: storage)) }
      return
    }
    var removed = Set(orphans)
    for model in models {
      // Restoring the previous version brings them back.
      let kept = try RestoredParts(model, self).previous().intersection(removed)
      try storage.retire(kept.sorted(), of: Self.path(of: model)).wait()
      removed.subtract(kept)
    }
    try storage.delete(removed.sorted()).wait()
    for path in orphans { findings.note("removed \(storage.location(of: path))") }
  }

  private func verify(_ name: String, _ parts: inout PartCheck) throws {
    let file = file(of: name)
    let document = try document(name)
    try document.withBytes { bytes in
      try DocumentCheck.check(bytes, file: file)
      try parts.add(bytes, of: Self.model(of: name), file: file, isFolded: document.folded != nil)
    }
    let limit = options.application.documentLimit
    guard document.count > limit else { return }
    throw Diagnostic(
      "storage.limit", "the document has \(document.count) bytes, and the limit is \(limit)",
      place: Diagnostic.Place(file: file), hint: options.application.hint(Diagnostic.Limit.document.hint))
  }
}
