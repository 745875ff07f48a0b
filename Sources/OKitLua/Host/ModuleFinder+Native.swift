/// Native libraries: in the folders of the Lua path, then where the system has them.
extension ModuleFinder {
  /// The folders in which Debian and its administrators install native modules for Lua 5.4.
  private static let systemFolders = [
    "/usr/local/lib/lua/5.4", "/usr/lib/\(machine)-linux-gnu/lua/5.4", "/usr/lib/lua/5.4",
  ]

  #if arch(arm64)
    private static let machine = "aarch64"
  #else
    private static let machine = "x86_64"
  #endif

  private var nativePlaces: [String] { libraryPrefixes.map { "\($0)?.so" } + Self.systemFolders.map { "\($0)/?.so" } }

  /// The value of `package.cpath`.
  var nativePath: String { nativePlaces.joined(separator: ";") }

  func library(_ path: String) -> LuaModule? {
    nativePlaces.map { $0.replacing("?", with: path, maxReplacements: 1) }.first(where: Self.isFile)
      .map { LuaModule(library: $0) }
  }
}
