/// Errors about single rows.
extension ModelStore {
  /// Runs `body`, which writes the row of an entity; its error names the entity.
  func naming<T>(_ entity: EntityID, _ body: () throws -> T) throws -> T { try naming(self.describe(entity), body) }

  func naming<T>(_ entity: @autoclosure () -> String, _ body: () throws -> T) throws -> T {
    do { return try body() } catch let diagnostic as Diagnostic { throw diagnostic } catch {
      throw RowFailure(entity: entity(), cause: error)
    }
  }

  /// Returns the error for a row that is gone although nothing in this application has removed it.
  func missingRow(of entity: EntityID, _ table: RowTable) -> Diagnostic { missingRow(of: describe(entity), table) }

  func missingRow(of entity: String, _ table: RowTable) -> Diagnostic {
    Diagnostic(
      "storage.conflict", "the row of \(entity) is no longer in the table \"\(table.name)\"",
      hint: "another program, or a rule of the database, has removed it; okit.Model.sync() reads what is stored")
  }

  /// Returns the error for a store that would write all rows over those of another program.
  static func foreignChanges(of storage: any RowStorage) -> Diagnostic {
    Diagnostic(
      "storage.conflict",
      """
      another program has changed the database since it was read, and this store compares all rows with what is in \
      memory
      """,
      place: Diagnostic.Place(file: storage.location),
      hint: "nothing was written; okit.Model.sync() drops the changes and reads what is stored")
  }

  /// Returns the error for a row of a list, set or map of values that is not as it was read.
  ///
  /// - Parameters:
  ///   - expected: What the row had; nil for no row.
  ///   - found: What it has; nil for no row.
  func changedRow(
    of entity: EntityID, _ collection: RowSchema.Collection, _ place: RowPlace, expected: RowValue?, found: RowValue?
  ) -> Diagnostic {
    changedRows(
      of: entity, collection, place,
      "expected \(expected?.summary ?? "no row"), found \(found?.summary ?? "no row")")
  }

  func changedRows(
    of entity: EntityID, _ collection: RowSchema.Collection, _ place: RowPlace, _ problem: String
  ) -> Diagnostic {
    let index =
      switch place {
      case .position(let index): "index \(index)"
      case .key(let key): "key \"\(key)\""
      }
    return Diagnostic(
      "storage.conflict",
      "table \"\(collection.table.name)\", owner \"\(id(of: entity) ?? "")\", \(index): \(problem)",
      hint: "another program has changed \(describe(entity)).\(collection.property.name); "
        + "okit.Model.sync() reads what is stored")
  }
}
