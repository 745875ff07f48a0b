/// The fixtures of a test file. A table that has the same content as at an earlier launch is neither converted nor
/// encoded again.
package final class FixtureCache {
  /// The fixtures that were used last, newest last.
  private var entries: [(table: LuaValueCopy, data: AppliedData)] = []
  /// Tests use few fixtures, and the comparison with a large one takes time.
  private static let capacity = 4

  package init() {}

  /// Returns the data of the next value, a table, from an earlier launch if possible.
  package func data(
    of decoder: inout LuaDecoder, _ bridge: AppBridge, _ convert: (LuaValue) throws -> JSONValue
  ) throws -> AppliedData {
    if let index = entries.lastIndex(where: { decoder.isNext($0.table) }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      decoder.skip()
      return entry.data
    }
    let table = LuaValueCopy(decoder, plain: [bridge.dates.kind, bridge.dates.days.kind])
    let data = AppliedData(try convert(decoder.value()))
    guard let table else { return data }
    if entries.count == Self.capacity { entries.removeFirst() }
    entries.append((table, data))
    return data
  }
}
