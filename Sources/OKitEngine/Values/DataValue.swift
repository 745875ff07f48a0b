/// Any bytes. A class-backed array, so that copies of values stay cheap.
public struct DataValue: Hashable, Sendable {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// An image: the name of one the host knows, or its bytes. Headless, so it is never decoded.
public enum ImageValue: Hashable, Sendable {
  case named(String)
  case data(DataValue)
}
