internal import CZlib
internal import NIOHTTP1

/// The content coding `gzip` (RFC 1952).
enum Gzip {
  /// Returns whether a client accepts it (RFC 9110, 12.5.3).
  static func isAccepted(by headers: HTTPHeaders) -> Bool {
    headers[canonicalForm: "accept-encoding"].contains { coding in
      let parts = coding.lowercased().split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard parts.first == "gzip" else { return false }
      guard let weight = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else { return true }
      return Double(weight.dropFirst(2)) ?? 0 > 0
    }
  }

  /// Returns bytes compressed as far as possible; nil without memory for that.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // The largest window, with the header of gzip; 8 is the default for the memory.
    let (level, window, memory) = (Z_BEST_COMPRESSION, MAX_WBITS + 16, Int32(8))
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(&stream, level, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        return deflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END else { return nil }
    return Array(output.prefix(Int(stream.total_out)))
  }
}
