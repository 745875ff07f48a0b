internal import CLua
internal import Glibc

/// Texts that Lua has given lately. Scripts give the host the same ones again and again, mostly those that are written in
/// them, and Lua keeps a short text once: one that is known by its address is not made anew.
struct StringInternCache: ~Copyable {
  private struct Place {
    var address: UnsafePointer<CChar>?
    var text = ""
    var bytes = UnsafeMutableRawPointer.allocate(byteCount: StringInternCache.longest, alignment: 8)
  }

  /// Shorter ones need no memory of their own in Swift; longer ones Lua keeps as often as they are made.
  private static let shortest = 16
  private static let longest = 40
  private static let count = 64
  private let places: UnsafeMutablePointer<Place>

  init() {
    places = .allocate(capacity: Self.count)
    for index in 0..<Self.count { (places + index).initialize(to: Place()) }
  }

  deinit {
    for index in 0..<Self.count { places[index].bytes.deallocate() }
    places.deinitialize(count: Self.count)
    places.deallocate()
  }

  /// The text as Swift has it; nil when it is not UTF-8.
  func text(_ text: okit_text) -> String? {
    guard let bytes = text.bytes, Self.shortest...Self.longest ~= text.length else { return Self.make(text) }
    let number = UInt(bitPattern: bytes)
    let place = places + Int((number >> 4 ^ number >> 10) & UInt(Self.count - 1))
    // The address may be another text's by now.
    if place.pointee.address == bytes, place.pointee.text.utf8.count == text.length,
      memcmp(place.pointee.bytes, bytes, text.length) == 0
    {
      return place.pointee.text
    }
    return remember(text, bytes, place)
  }

  /// Makes the text, and keeps it when its address comes the second time: most texts come once.
  @inline(never)
  private func remember(_ text: okit_text, _ bytes: UnsafePointer<CChar>, _ place: UnsafeMutablePointer<Place>)
    -> String?
  {
    guard let made = Self.make(text) else { return nil }
    guard place.pointee.address == bytes else {
      place.pointee.address = bytes
      return made
    }
    place.pointee.text = made
    place.pointee.bytes.copyMemory(from: bytes, byteCount: text.length)
    return made
  }

  /// A text that is made anew; nil when it is not UTF-8.
  @inline(__always)
  static func make(_ text: okit_text) -> String? {
    // `String(validating:as:)` looks for generic metadata at each call, which costs more than looking at the text twice.
    guard okit_is_utf8(text) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
  }
}
