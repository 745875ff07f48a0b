/// The error of a storage about one row, with the entity whose row it is.
package struct RowFailure: Error {
  package let entity: String
  package let cause: any Error
}
