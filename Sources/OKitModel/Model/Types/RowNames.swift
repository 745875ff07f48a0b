/// The names of a class in a database, as its script gives them.
package struct RowNames {
  /// The table; nil for one with the name of the class.
  package var table: String?
  /// The column of the key in a database that okit has not made, or the member of the data of a service that is its
  /// key; nil for entities with ids of okit.
  package var key: String?
  /// The file of a model's database; nil for the one in `okit/data`.
  package var file: String?
  /// Migrates a row of an older version of the model.
  package var migration: FunctionRef?

  package init() {}
}
