/// The databases that classes name with `file`, by model: what a backup needs to know without the classes.
package enum NamedDatabases {
  static let path = "okit/databases.json"

  /// Returns the paths of the databases below the documents directory, sorted.
  ///
  /// - Throws: what reading throws; `json.syntax`.
  package static func paths(in storage: any BlobStorage) throws -> [String] {
    Set(try files(in: storage).values.compactMap { if case .string(let path) = $0 { path } else { nil } }).sorted()
  }

  private static func files(in storage: any BlobStorage) throws -> [String: JSONValue] {
    guard let bytes = try storage.read(path) else { return [:] }
    guard case .object(let files) = try JSONValue.parse(json: bytes, file: storage.location(of: path)) else {
      return [:]
    }
    return files
  }

  /// Notes the database of a model.
  ///
  /// - Parameter file: The path; nil for that of okit.
  static func note(_ file: String?, of model: String, in storage: any BlobStorage) throws {
    var files = try files(in: storage)
    let isBelow = file.map { !$0.begins(with: "/") } ?? false
    let new = isBelow ? file.map(JSONValue.string) : nil
    guard files[model] != new else { return }
    files[model] = new
    let bytes = try JSONValue.object(files).jsonBytes(pretty: true) + [UInt8(ascii: "\n")]
    try storage.write([StorageWrite(path: path, bytes: bytes, keepsPrevious: false)]).check()
  }
}
