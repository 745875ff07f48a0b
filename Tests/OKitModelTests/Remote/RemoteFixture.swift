import OKitStorage
import OKitTestSupport

/// A shop on a server inside the process.
final class RemoteFixture: RemoteShop {
  let server: ServerInMemory
  let transport: TransportInMemory

  /// - Parameters:
  ///   - local: What the application keeps on its machine.
  ///   - prepare: Called before the model is registered.
  init(
    _ server: ServerInMemory = ServerInMemory(), local: any DocumentStorage = TransientStorage(), seed: UInt64 = 1,
    name: String = "shop", prepare: (RemoteFixture) throws -> Void = { _ in }
  ) throws {
    self.server = server
    transport = TransportInMemory(server)
    try super.init(HTTPStorage(transport, local: local, seed: seed), local: local, seed: seed, name: name)
    try prepare(self)
    try register()
  }
}
