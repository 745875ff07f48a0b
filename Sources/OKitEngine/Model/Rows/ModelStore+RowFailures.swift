/// Errors about single rows.
extension ModelStore {
  /// Runs `body`, which writes the row of an entity; its error names the entity.
  func naming<T>(_ entity: EntityID, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let diagnostic as Diagnostic { throw diagnostic } catch {
      throw RowFailure(entity: describe(entity), cause: error)
    }
  }

  /// Returns the error for a row that is gone although nothing in this application has removed it.
  func missingRow(of entity: EntityID, _ table: RowTable) -> Diagnostic {
    Diagnostic(
      "storage.conflict", "the row of \(describe(entity)) is no longer in the table \"\(table.name)\"",
      hint: "another program, or a rule of the database, has removed it; okit.Model.sync() reads what is stored")
  }
}
