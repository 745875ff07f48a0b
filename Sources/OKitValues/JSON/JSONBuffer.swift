/// The bytes that a `JSONWriter` has written, with spare capacity, at one address until the buffer grows.
struct JSONBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(64, capacity)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  var array: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(start: base, count: count))
      initialized = count
    }
  }

  /// Returns the address of the next byte, with capacity for `size` bytes.
  @inline(__always)
  private mutating func end(room size: Int) -> UnsafeMutableRawPointer {
    if capacity - count < size { grow(size) }
    return base + count
  }

  @inline(never)
  private mutating func grow(_ size: Int) {
    capacity = max(2 * capacity, count + size)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = larger
  }

  /// Passes the bytes on, and starts again with the same memory.
  mutating func drain(_ receive: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try receive(UnsafeRawBufferPointer(start: base, count: count))
    count = 0
  }

  // MARK: Bytes

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    end(room: 1).storeBytes(of: byte, as: UInt8.self)
    count += 1
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    let target = end(room: bytes.count)
    if let source = bytes.baseAddress { target.copyMemory(from: source, byteCount: bytes.count) }
    count += bytes.count
  }

  @inline(__always)
  mutating func append(_ key: KeyPattern) {
    var target = end(room: key.wordCount * 8)
    for index in 0..<key.wordCount {
      target.storeBytes(of: key.words[index].littleEndian, as: UInt64.self)
      target += 8
    }
    count += key.count
  }

  /// Ends the line and indents the next one.
  @inline(__always)
  mutating func append(lineWithBlanks blanks: Int) {
    var target = end(room: 1 + blanks + 7)
    target.storeBytes(of: 0x0A, as: UInt8.self)
    target += 1
    for _ in 0..<(blanks + 7) / 8 {
      target.storeBytes(of: 0x2020_2020_2020_2020, as: UInt64.self)
      target += 8
    }
    count += 1 + blanks
  }

  // MARK: Texts

  /// Writes a string with its quotes.
  @inline(__always)
  mutating func append(text: String) {
    append(UInt8(ascii: "\""))
    // A native string, as all are here, gives access to its bytes without a copy.
    if text.utf8.withContiguousStorageIfAvailable({ append(escaped: $0) }) == nil {
      Array(text.utf8).withUnsafeBufferPointer { append(escaped: $0) }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped bytes: UnsafeBufferPointer<UInt8>) {
    var rest = bytes
    repeat {
      // In chunks, because the capacity for the worst case is a multiple of the string.
      let piece = UnsafeBufferPointer(rebasing: rest.prefix(4096))
      rest = UnsafeBufferPointer(rebasing: rest.dropFirst(4096))
      let size = JSONEscape.maximumGrowth * piece.count
      let target = end(room: size + 8)
      count += JSONEscape.write(piece, to: target)
    } while !rest.isEmpty
  }

  // MARK: Numbers

  @inline(__always)
  mutating func append(integer: Int) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    append(digits: UInt64(integer.magnitude), atLeast: 1)
  }

  private mutating func append(digits value: UInt64, atLeast minimum: Int) {
    var length = 1
    var limit: UInt64 = 10
    while length < 20, value >= limit {
      length += 1
      let (next, overflow) = limit.multipliedReportingOverflow(by: 10)
      if overflow { break }
      limit = next
    }
    length = max(length, minimum)
    let target = end(room: length)
    var rest = value
    for index in stride(from: length - 1, through: 0, by: -1) {
      target.storeBytes(
        of: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10), toByteOffset: index, as: UInt8.self)
      rest /= 10
    }
    count += length
  }

  /// Writes numbers such as prices, which have at most four decimals, without the general algorithm.
  ///
  /// Correct because two decimals of at most 15 digits are never the same double: one that reads back equal is the
  /// shortest, without its trailing zeros.
  mutating func append(shortDecimal value: Double) -> Bool {
    let scaled = (abs(value) * 10_000).rounded()
    guard scaled >= 1, scaled < 1e15, scaled / 10_000 == abs(value) else { return false }
    var (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: 10_000)
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: whole, atLeast: 1)
    append(UInt8(ascii: "."))
    var decimals = 4
    whole = fraction
    while whole % 10 == 0, decimals > 1 {
      whole /= 10
      decimals -= 1
    }
    fraction = whole
    append(digits: fraction, atLeast: decimals)
    return true
  }
}
