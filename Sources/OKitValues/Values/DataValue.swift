/// Bytes in an array, so that copies of values share them.
public struct DataValue: Hashable, Sendable {
  /// The bytes.
  public var bytes: [UInt8]

  /// Creates data from bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// An image: the name of one that the host knows, or its bytes, which are never decoded.
public enum ImageValue: Hashable, Sendable {
  case named(String)
  case data(DataValue)
}
