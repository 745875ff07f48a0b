extension ModelStore {
  /// Runs a body that reads a document of a server. Ids that the document lacks follow from its content, and dates that
  /// it lacks are those of its first read: a merge finds the same entities in what several applications have read.
  ///
  /// The body reads any other document as it is: with new ids, and the current date.
  func repeatingValues<Result>(
    of document: [UInt8], at path: String, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let date = server?.date(of: path) else { return try body() }
    let outer = idGenerator
    defer { idGenerator = outer }
    idGenerator = IDGenerator(repeating: Self.seed(of: path) ^ XXHash64.checksum(document))
    return try making(at: date, body)
  }

  /// Runs a body that makes an entity, with another date than the current one; nil for that one.
  func making<Result>(at date: DateValue?, _ body: () throws -> Result) rethrows -> Result {
    guard let date else { return try body() }
    let outer = fixedTime
    defer { fixedTime = outer }
    fixedTime = date
    return try body()
  }
}
