/// The part of a document in the commit that the documents of a state share.
extension DocumentHome {
  func collectDocument(_ root: EntityID, into commit: inout SharedCommit) throws {
    let isSwitched = isSwitched
    let (edit, isRemoved) = try storage.readingMany {
      Result { (try self.edit(of: root), try self.isRemoved(root)) }
    }.get()
    if edit == .document, isSwitched { throw storage.edited(path) }
    // Without its document, a journal is lost: memory has what both had.
    guard isSwitched || isRemoved || store.isPending(root) || edit != nil && isWorthKeeping else { return }
    if isRemoved { reportRemoved() }
    if edit == .journal, !isSwitched { reportChangedJournal() }
    let unfinished = registry.unfinished
    let number = store.numberForStoring(root)
    var writesDocument = isSwitched || store.isDocumentPending(root) && unfinished.number(of: root) != number
    if edit != nil || isRemoved {
      // The journal and the document do not belong together any more, and memory has all that both had.
      endJournal(of: root)
      writesDocument = true
    }
    let form = contentForm
    // A document needs its parts in the same commit: a store before it may fail.
    var changes = try store.partChanges(
      of: root, named: name, writesAll: isSwitched, writesMissing: isRemoved
    ) {
      writesDocument ? nil : unfinished.number(of: $0)
    }
    changes.set(form, keepsPrevious: !isSwitched)
    let partials = try editedPartials(changes)
    if isSwitched, let first = partials.first { throw storage.edited(first) }
    changes.keepAsPrevious(partials)
    commit.edited += partials.map(ModelRegistry.name)
    if edit == .document {
      commit.writes += [previousVersion(of: root)] + changes.writes.map { ModelWrite(write: $0) { _ in } }
      commit.edited.append(name)
      isRefused = true
      return
    }
    if !changes.isEmpty { commit.parts.append(changes) }
    guard writesDocument else { return }
    commit.numbers[root] = number
    // The journal has the other form.
    if isSwitched { endJournal(of: root) }
    do {
      var write = try modelWrite(of: root)
      write.write?.form = form
      if isSwitched { write.write?.keepsPrevious = false }
      commit.writes.append(write)
      if replaced == .database { commit.replaced.append(name) }
    } catch {
      endJournal(of: root)
      throw error
    }
  }
}
