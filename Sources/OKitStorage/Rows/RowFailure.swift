/// The error of a storage about one row, with the entity whose row it is.
package struct RowFailure: DescribedError {
  package let entity: String
  package let cause: any Error

  package init(entity: String, cause: any Error) {
    self.entity = entity
    self.cause = cause
  }

  package var diagnostic: Diagnostic { cause.diagnostic("storage.row") }

  /// Whether another row has a value that only one row may have.
  package var isTakenValue: Bool { (cause as? any RowConstraintError)?.isTakenValue == true }
}

/// The error of a storage that a rule of the database may have caused.
package protocol RowConstraintError: Error {
  /// Whether another row has a value that only one row may have.
  var isTakenValue: Bool { get }
}
