/// The models whose documents a server stores.
package protocol HTTPStorageDelegate: AnyObject {
  /// Whether a turn is running, which may be rolled back.
  var isInTransaction: Bool { get }
  /// Returns a store with the changes of both sides, and an operation that ends with it.
  ///
  /// - Throws: `http.conflict`; `HTTPConflict.Postponed`.
  func resolve(_ conflict: HTTPConflict) throws -> (change: HTTPChange, operation: StorageOperation)
  /// Returns whether the content on the server shows that it was made from the content that the server has
  /// acknowledged.
  ///
  /// - Throws: `HTTPConflict.Postponed`, and what reading the contents throws.
  func hasChanges(_ conflict: HTTPConflict) throws -> Bool
  /// Returns whether a model refers to the content of a path.
  ///
  /// - Throws: what reading the contents that wait to be sent throws.
  func isReferred(_ path: String, _ model: String) throws -> Bool
  func report(_ diagnostic: Diagnostic)
}

/// Without models, the contents stay as they are on both sides.
extension HTTPStorage {
  var isInTransaction: Bool { delegate?.isInTransaction == true }

  func resolve(_ conflict: HTTPConflict) throws -> (change: HTTPChange, operation: StorageOperation) {
    guard let delegate else { throw conflict.diagnostic("the content was changed by others") }
    return try delegate.resolve(conflict)
  }

  func hasChanges(_ conflict: HTTPConflict) throws -> Bool { try delegate?.hasChanges(conflict) ?? true }

  func isReferred(_ path: String, _ model: String) throws -> Bool { try delegate?.isReferred(path, model) ?? true }

  func report(_ diagnostic: Diagnostic) {
    if let delegate { delegate.report(diagnostic) } else { diagnostic.print() }
  }
}
