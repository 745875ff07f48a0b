/// Counts the bytes of the values of one application. Long texts that several values share count once.
package struct MemoryCensus {
  package private(set) var bytes = 0
  private var seen: Set<UInt> = []

  /// Texts from this length on are looked up.
  private static let sharedFrom = 128
  /// The bytes of a block of memory beside its content.
  private static let blockOverhead = 32

  package init() {}

  package mutating func add(bytes count: Int) { bytes += count }

  package mutating func add(_ text: String) {
    let count = text.utf8.count
    // A shorter text lies in the value itself.
    guard count > 15 else { return }
    add(block: count, at: text.utf8.withContiguousStorageIfAvailable { $0.baseAddress.map(UInt.init(bitPattern:)) })
  }

  package mutating func add(_ data: DataValue) {
    add(
      block: data.bytes.count, at: data.bytes.withUnsafeBufferPointer { $0.baseAddress.map(UInt.init(bitPattern:)) })
  }

  private mutating func add(block count: Int, at address: UInt??) {
    if count >= Self.sharedFrom, let address = address ?? nil, !seen.insert(address).inserted { return }
    bytes += count + Self.blockOverhead
  }

  package mutating func add(_ value: Value) {
    switch value {
    case .string(let text), .image(.named(let text)): add(text)
    case .data(let data), .image(.data(let data)): add(data)
    case .list(let values):
      bytes += values.count * MemoryLayout<Value>.stride
      for value in values { add(value) }
    case .map(let members):
      bytes += members.count * (MemoryLayout<Value>.stride + MemoryLayout<String>.stride)
      for (name, value) in members {
        add(name)
        add(value)
      }
    default: break
    }
  }
}
