import Foundation
import OKitStorage
import OKitTestSupport
import Testing

/// What may stand where a file is expected is an error at once; none of these tests would end otherwise.
@Suite struct RegularFileTests {
  private let directory = DocumentsDirectory()

  private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  private func reason(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return (error as? FileError)?.reason ?? "\(error)" }
  }

  @Test func onlyRegularFilesAreRead() throws {
    try directory.put("file", [1, 2])
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(symlink(path("pipe"), path("link")) == 0 && symlink(path("file"), path("other")) == 0)
    let cases: [(String, String)] = [
      (path("pipe"), "it is a FIFO, not a regular file"), (path("link"), "it is a FIFO, not a regular file"),
      ("/dev/zero", "it is a device, not a regular file"), (directory.path, "it is a directory"),
      (path("none"), "No such file or directory"), ("", "an empty text is not a path"),
      // The system would read "file".
      (path("file\u{0}x"), "a path cannot have a NUL character"),
    ]
    for (path, expected) in cases {
      #expect(reason { _ = try RegularFile.read(path, limit: 100) } == expected, "\(path)")
    }
    #expect(try RegularFile.read(path("other"), limit: 100) == [1, 2])
    #expect(reason { _ = try RegularFile.read(path("file"), limit: 1) } == "it has 2 bytes, and the limit is 1")
  }

  @Test func whatIsNoPathLeadsNowhere() throws {
    try directory.put("file", [1])
    let name = path("file\u{0}x")
    let expected = "a path cannot have a NUL character"
    #expect(reason { _ = try RegularFile.openEmpty(name, mode: 0o600) } == expected)
    #expect(reason { _ = try FileReplacement(name) }?.contains(expected) == true)
    #expect(PathKind(of: name).problem(of: name, expected: .file)?.message.hasSuffix(expected) == true)
    #expect(SystemFile.realPath(name) == nil)
    #expect(
      reason { try FileStorage(documents: name).write([StorageWrite(path: "a", bytes: [1])]).check() }?.contains(
        expected) == true)
    #expect(try RegularFile.read(path("file"), limit: 100) == [1])
  }

  @Test func aSocketIsNoFile() throws {
    try directory.put("file", [])
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let folder = open(directory.path, O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    // The path of a socket is short.
    let name = "/proc/self/fd/\(folder)/socket"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8.prefix(100)) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)
    #expect(reason { _ = try RegularFile.open(path("socket")) } == "it is a socket, not a regular file")
  }

  @Test func onlyRegularFilesAreWritten() throws {
    try directory.put("file", [1, 2])
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(reason { _ = try RegularFile.openEmpty(path("pipe"), mode: 0o600) } == "it is a FIFO, not a regular file")
    // A FIFO with a reader can be opened for writing.
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(reason { _ = try RegularFile.openEmpty(path("pipe"), mode: 0o600) } == "it is a FIFO, not a regular file")
    _ = try RegularFile.openEmpty(path("file"), mode: 0o600)
    #expect(try directory.bytes("file") == [])
  }
}
