/// The body of a response, decompressed while it arrives.
final class HTTPBody {
  private(set) var bytes: [UInt8] = []
  /// Why it has refused bytes.
  private(set) var failure: HTTPFailure?
  private let maximum: Int
  /// The decompression of each coding, in the order in which the bytes pass them.
  private var stages: [HTTPBodyStage] = []

  init(maximum: Int) { self.maximum = maximum }

  /// The failure of a body that is larger than the maximum.
  var tooLarge: HTTPFailure {
    let size = maximum >= 1 << 20 ? "\(maximum >> 20) MiB" : "\(maximum) bytes"
    return HTTPFailure(.size, "the response is larger than \(size)")
  }

  /// Decompresses what is added from now on.
  ///
  /// - Parameter codings: What messages call the formats, in the order in which the server has applied them.
  /// - Returns: false if zlib is not installed.
  func beginDecompressing(_ codings: [String]) -> Bool {
    guard stages.isEmpty else { return true }
    stages = codings.reversed().compactMap { HTTPBodyStage($0, maximum: maximum) }
    guard stages.count < codings.count else { return true }
    failure = HTTPFailure(.library, "zlib is not installed (Debian: apt-get install zlib1g)")
    return false
  }

  /// - Returns: false for a body that is too large, or that cannot be decompressed.
  func add(_ part: UnsafeRawBufferPointer) -> Bool { add(part, stages[...]) }

  private func add(_ part: UnsafeRawBufferPointer, _ stages: ArraySlice<HTTPBodyStage>) -> Bool {
    guard let stage = stages.first else { return append(part) }
    guard stage.counts(part) else {
      failure = tooLarge
      return false
    }
    let isAdded = stage.decompress(part) { add($0, stages.dropFirst()) }
    if !isAdded, failure == nil {
      failure = HTTPFailure(.response, "invalid response: its body is not valid \(stage.coding)")
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

  /// Returns the bytes that have arrived, and forgets them.
  func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Returns the complete body.
  ///
  /// - Throws: `HTTPFailure` for a body whose end is missing.
  func end() throws(HTTPFailure) -> [UInt8] {
    if let failure { throw failure }
    guard stages.allSatisfy(\.isComplete) else {
      throw HTTPFailure(.response, "invalid response: the end of its compressed body is missing")
    }
    return bytes
  }
}
