import OKitLua

/// A storage kind of the program: the bytes of models in a dictionary, as a database or a service could keep them.
public final class MemoryStorage: ModelStorage {
  public private(set) var contents: [String: [UInt8]]

  public init(_ contents: [String: [UInt8]] = [:]) { self.contents = contents }

  public func read(_ path: String) -> [UInt8]? { contents[path] }

  public func write(_ changes: [String: [UInt8]?]) {
    for (path, bytes) in changes { contents[path] = bytes }
  }

  public func paths(below folder: String) -> [String] { contents.keys.filter { $0.hasPrefix(folder + "/") } }
}
