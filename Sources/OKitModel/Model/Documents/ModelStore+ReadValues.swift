extension ModelStore {
  /// Runs a body that reads a document of a server. Ids that the document lacks follow from its content, and dates that
  /// it lacks are those of its first read: a merge finds the same entities in what several applications have read.
  ///
  /// The body reads any other document as it is: with new ids, and the current date.
  func repeatingValues<Result>(
    of document: [UInt8], at path: String, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let date = dateOfReading(path) else { return try body() }
    let (outerIDs, outerNow) = (idGenerator, now)
    defer { (idGenerator, now) = (outerIDs, outerNow) }
    idGenerator = IDGenerator(repeating: Self.seed(of: path) ^ XXHash64.checksum(document))
    now = { date }
    return try body()
  }

  /// Runs a body that makes an entity, with another date than the current one; nil for that one.
  func making<Result>(at date: DateValue?, _ body: () throws -> Result) rethrows -> Result {
    guard let date else { return try body() }
    let outer = now
    defer { now = outer }
    now = { date }
    return try body()
  }
}
