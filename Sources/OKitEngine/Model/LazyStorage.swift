/// A storage that is opened when it is first needed.
public final class LazyStorage {
  private let make: () throws -> any Storage
  private var opened: (any Storage)?
  private let root: String

  /// - Parameter root: what goes before a path in messages: the documents directory.
  public init(root: String, _ make: @escaping () throws -> any Storage) {
    self.root = root
    self.make = make
  }

  public func open() throws -> any Storage {
    if let opened { return opened }
    let storage = try make()
    opened = storage
    return storage
  }

  /// A storage for the same documents that stands in front of this one.
  public func behind(_ front: any Storage) -> LazyStorage { LazyStorage(root: root) { front } }

  /// The path as a person finds the file.
  func name(of path: String) -> String { root.isEmpty ? path : "\(root)/\(path)" }
}
