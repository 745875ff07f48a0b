internal import CCurl
internal import OKitEngine

/// The body of a response, decompressed while it arrives.
final class HTTPBody {
  private(set) var bytes: [UInt8] = []
  /// Why it has refused bytes.
  private(set) var failure: HTTPFailure?
  private let maximum: Int
  private var inflater: OpaquePointer?
  private var coding = ""

  init(maximum: Int) { self.maximum = maximum }

  deinit { okit_inflater_close(inflater) }

  /// The failure of a body that is larger than the maximum.
  var tooLarge: HTTPFailure {
    let size = maximum >= 1 << 20 ? "\(maximum >> 20) MiB" : "\(maximum) bytes"
    return HTTPFailure(.size, "the response is larger than \(size)")
  }

  /// Decompresses what is added from now on.
  ///
  /// - Parameter coding: What messages call its format.
  /// - Returns: false if zlib is not installed.
  func beginDecompressing(_ coding: String) -> Bool {
    self.coding = coding
    if inflater == nil { inflater = okit_inflater_open() }
    if inflater == nil { failure = HTTPFailure(.library, "zlib is not installed (Debian: apt-get install zlib1g)") }
    return inflater != nil
  }

  /// - Returns: false for a body that is too large, or that cannot be decompressed.
  func add(_ part: UnsafeRawBufferPointer) -> Bool {
    guard let inflater else { return append(part) }
    let context = Unmanaged.passUnretained(self).toOpaque()
    let isAdded = okit_inflater_add(
      inflater, part.baseAddress?.assumingMemoryBound(to: UInt8.self), part.count, context
    ) {
      context, bytes, count in
      guard let context else { return false }
      return Unmanaged<HTTPBody>.fromOpaque(context).takeUnretainedValue()
        .append(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    if !isAdded, failure == nil {
      failure = HTTPFailure(.response, "invalid response: its body is not valid \(coding)")
    }
    return isAdded
  }

  private func append(_ part: UnsafeRawBufferPointer) -> Bool {
    guard part.count <= maximum - bytes.count else {
      failure = tooLarge
      return false
    }
    bytes.append(contentsOf: part)
    return true
  }

  /// Returns the complete body.
  ///
  /// - Throws: `HTTPFailure` for a body whose end is missing.
  func end() throws(HTTPFailure) -> [UInt8] {
    if let failure { throw failure }
    if let inflater, !okit_inflater_is_complete(inflater) {
      throw HTTPFailure(.response, "invalid response: the end of its compressed body is missing")
    }
    return bytes
  }
}
