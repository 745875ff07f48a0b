internal import CCurl

/// The decompression of one content coding.
final class HTTPBodyStage {
  /// What messages call the format.
  let coding: String
  private let inflater: OpaquePointer
  /// The number of bytes that may still come in: compressed ones can stand for none, in any number.
  private var rest: Int

  /// Nil if zlib is not installed.
  init?(_ coding: String, maximum: Int) {
    guard let inflater = okit_inflater_open(coding == "deflate") else { return nil }
    (self.coding, self.inflater) = (coding, inflater)
    // The largest part of a header and a checksum, so that a body of the maximum can be stored uncompressed.
    rest = maximum + maximum / 1000 + 1024
  }

  deinit { okit_inflater_close(inflater) }

  /// Counts bytes that come in. - Returns: false if there are too many.
  func counts(_ part: UnsafeRawBufferPointer) -> Bool {
    rest -= part.count
    return rest >= 0
  }

  /// Passes what the bytes stand for to `body`, in parts. - Returns: false for bytes of another format, and when `body`
  /// has returned false.
  func decompress(_ part: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    withoutActuallyEscaping(body) { body in
      let next = Next(body)
      return okit_inflater_add(
        inflater, part.baseAddress?.assumingMemoryBound(to: UInt8.self), part.count,
        Unmanaged.passUnretained(next).toOpaque()
      ) { context, bytes, count in
        guard let context else { return false }
        return Unmanaged<Next>.fromOpaque(context).takeUnretainedValue()
          .body(UnsafeRawBufferPointer(start: bytes, count: count))
      }
    }
  }

  /// Whether the bytes so far are complete.
  var isComplete: Bool { okit_inflater_is_complete(inflater) }

  /// The receiver of decompressed bytes, as a C function passes it on.
  private final class Next {
    let body: (UnsafeRawBufferPointer) -> Bool

    init(_ body: @escaping (UnsafeRawBufferPointer) -> Bool) { self.body = body }
  }
}
