/// What another program has changed of a document while the application had it open.
package enum DocumentEdit {
  /// The document, and possibly its journal.
  case document
  /// The journal only: it was removed, shortened or changed.
  case journal
}
