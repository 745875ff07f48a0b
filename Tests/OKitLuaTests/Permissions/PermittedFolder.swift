import Foundation
import OKitEngine

@testable import OKitLua

/// A folder `in` that is permitted, with ways out of it, and a folder `out` that is not.
final class PermittedFolder {
  let path: String

  init() throws {
    let files = FileManager.default
    // Lua shortens names of chunks with more than 60 bytes.
    path = files.temporaryDirectory.appendingPathComponent("okit-\(UUID().uuidString.prefix(8))").path
    for folder in ["in/sub/deep", "out", "inside"] {
      try files.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
    try write("one\ntwo\n", to: "in/a.txt")
    try write("return ...", to: "in/sub/b.lua")
    try write("SECRET", to: "out/secret.txt")
    try write("SECRET", to: "inside/secret.txt")
    let links = [
      ("in/out", "../out"), ("in/secret", "../out/secret.txt"), ("in/sub/up", "../.."), ("in/root", "/"),
      ("in/absolute", "\(path)/out/secret.txt"), ("in/process", "/proc/self/root"), ("in/loop", "loop"),
      ("in/fine", "sub"), ("in/dangling", "../out/new.txt"),
    ]
    for (link, target) in links {
      try files.createSymbolicLink(atPath: "\(path)/\(link)", withDestinationPath: target)
    }
    mkfifo("\(path)/in/fifo", 0o600)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

  /// A state with permissions, in which `@` stands for the folder.
  func sandbox(_ permissions: String..., walks: Bool = false, limits: LuaLimits = LuaLimits()) throws -> Sandbox {
    var parsed = try LuaPermissions(parsing: permissions.map { $0.replacingOccurrences(of: "@", with: path) })
    parsed.walks = walks
    return try Sandbox(limits: limits, permissions: parsed)
  }

  /// Returns the results of a chunk; `@` is the folder in the chunk and in the results.
  func run(_ text: String, in sandbox: Sandbox) throws -> String {
    let text = text.replacingOccurrences(of: "@", with: path)
    let values = try sandbox.run(
      "local function show(...) local t = table.pack(...) for i = 1, t.n do "
        + """
        t[i] = tostring(t[i]):gsub('0x%x+', '?') end return table.concat(t, '|') end return show((function() \(text) \
        end)())
        """
    )
    guard case .string(let shown)? = values.first else { return "" }
    return shown.replacingOccurrences(of: path, with: "@")
  }
}
