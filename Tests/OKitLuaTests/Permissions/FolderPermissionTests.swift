import Foundation
import OKitEngine
import Testing

@testable import OKitLua

/// A permission for a folder does not reach beyond it, for all ways to resolve names.
@Suite struct FolderPermissionTests {
  let folder: PermittedFolder
  init() throws { folder = try PermittedFolder() }

  static let readable = [
    "@/in/a.txt", "@/in/./a.txt", "@/in//a.txt", "@/in/sub/../a.txt", "@/in/sub/deep/../../a.txt", "@/out/../in/a.txt",
    "@//in/a.txt", "@/in/../in/a.txt",
  ]

  @Test(arguments: readable, [false, true])
  func reads(name: String, walks: Bool) throws {
    let sandbox = try folder.sandbox("read=@/in", walks: walks)
    #expect(try folder.run("return io.open('\(name)'):read('a')", in: sandbox) == "one\ntwo\n")
    #expect(try folder.run("return io.lines('\(name)')()", in: sandbox) == "one")
  }

  /// Names that lead out, and some that lead nowhere.
  static let unreachable = [
    "@/out/secret.txt", "@/in/../out/secret.txt", "@/in/sub/../../out/secret.txt", "@/in/out/secret.txt", "@/in/secret",
    "@/in/sub/up/out/secret.txt", "@/in/root/etc/passwd", "@/in/absolute", "@/in/process/etc/passwd",
    "@/inside/secret.txt",
    "@/in/../inside/secret.txt", "@/in/sub/up/in/../out/secret.txt", "/etc/passwd", "/proc/self/root/etc/passwd",
    "/proc/self/environ", "/proc/self/cwd/in/a.txt", "/dev/zero", "/dev/fd/0", "@/in/..", "@", "/", "", ".", "..",
    "../../../../../../../../etc/passwd", "@/in/loop", "@/in/a.txt/../../out/secret.txt",
    "@/in/no/../../out/secret.txt",
    "@/in/out", "//etc/passwd", "@/in\\0/../out/secret.txt", "@/out/secret.txt\\0@/in/a.txt",
  ]

  @Test(arguments: unreachable, [false, true])
  func doesNotReach(name: String, walks: Bool) throws {
    let sandbox = try folder.sandbox("read=@/in,write=@/in", walks: walks)
    for text in [
      "io.open('\(name)')", "io.lines('\(name)')", "loadfile('\(name)')", "dofile('\(name)')", "io.input('\(name)')",
      "io.open('\(name)', 'w')", "io.open('\(name)', 'a+')", "io.output('\(name)')", "io.open('\(name)', 'r+')",
    ] {
      let result = try folder.run("return pcall(function() return assert(\(text)) end)", in: sandbox)
      #expect(result.hasPrefix("false|"), "\(text): \(result)")
    }
    #expect(folder.text("out/secret.txt") == "SECRET")
    #expect(folder.text("out/new.txt") == nil)
  }

  /// Places that may be read, for what lies in a folder that may only be written.
  static let readableNames = ["@/out/got", "@/out/deep/got", "@/in/linked/got", "@/out/deep/../got"]

  @Test(arguments: readableNames, [false, true])
  func renamingDoesNotMakeReadable(name: String, walks: Bool) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: "\(folder.path)/out/deep", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: "\(folder.path)/in/linked", withDestinationPath: "sub/deep")
    let both = try folder.sandbox("write=@/in,write=@/out,read=@/out,read=@/in/sub", walks: walks)
    let refused = try folder.run("return os.rename('@/in/a.txt', '\(name)')", in: both)
    // A link is not followed where names are walked down.
    let expected =
      walks && name.contains("linked")
      ? "nil|\(name): Not a directory|20" : "nil|@/in/a.txt: permission denied; run with --allow read|13"
    #expect(refused == expected)
    #expect(folder.text("in/a.txt") == "one\ntwo\n")
    #expect(try folder.run("return os.rename('@/in/a.txt', '@/in/b.txt')", in: both) == "true")
    #expect(try folder.run("return os.rename('@/out/secret.txt', '@/out/deep/secret.txt')", in: both) == "true")
    #expect(try folder.run("return os.rename('@/out/deep/secret.txt', '@/in/secret.txt')", in: both) == "true")
  }

  static let unremovable = [
    "@/out/secret.txt", "@/in/../out/secret.txt", "@/in/out/secret.txt", "@/in", "@/in/", "@/in/.", "@/in/sub/..",
    "@/out",
    "@/in/sub/up/out/secret.txt", "@/in/root/etc/passwd", "@/inside/secret.txt", "", "/", ".", "..",
  ]

  @Test(arguments: unremovable, [false, true])
  func doesNotRemoveOrRename(name: String, walks: Bool) throws {
    let sandbox = try folder.sandbox("write=@/in", walks: walks)
    let text = "return os.remove('\(name)'), os.rename('\(name)', '@/in/stolen'), os.rename('@/in/a.txt', '\(name)')"
    #expect(try folder.run(text, in: sandbox).hasPrefix("nil|nil|nil"))
    #expect(folder.text("out/secret.txt") == "SECRET")
    #expect(folder.text("inside/secret.txt") == "SECRET")
    #expect(folder.text("in/a.txt") == "one\ntwo\n")
  }

  @Test(arguments: [false, true])
  func writesRemovesAndRenames(walks: Bool) throws {
    let sandbox = try folder.sandbox("write=@/in", "read=@/in/sub", walks: walks)
    #expect(try folder.run("local f = io.open('@/in/new', 'w') f:write('x') return f:close()", in: sandbox) == "true")
    #expect(folder.text("in/new") == "x")
    #expect(try folder.run("return os.rename('@/in/new', '@/in/sub/../renamed')", in: sandbox) == "true")
    #expect(try folder.run("return io.open('@/in/sub/made', 'w'):write('x'):close()", in: sandbox) == "true")
    #expect(try folder.run("return os.rename('@/in/sub/made', '@/in/sub/new')", in: sandbox) == "true")
    #expect(try folder.run("return io.open('@/in/sub/new', 'r+'):read('a')", in: sandbox) == "x")
    #expect(try folder.run("return os.remove('@/in/sub/new')", in: sandbox) == "true")
    // A link is removed, not what it leads to; a folder only when it is empty.
    #expect(try folder.run("return os.remove('@/in/out'), os.remove('@/in/secret')", in: sandbox) == "true|true")
    #expect(try folder.run("return os.remove('@/in/sub')", in: sandbox) == "nil|@/in/sub: Directory not empty|39")
    #expect(try folder.run("return os.remove('@/in/sub/deep')", in: sandbox) == "true")
    #expect(folder.text("out/secret.txt") == "SECRET")
    #expect(
      try folder.run("local n = os.tmpname() return n:match('^(.*)/lua_'), os.remove(n)", in: sandbox) == "@/in|true")
    #expect(
      try folder.run("local f = io.tmpfile() f:write('t') f:seek('set') return f:read('a')", in: sandbox) == "t")
    #expect(try folder.run("return io.open('@/in/a.txt')", in: sandbox).hasPrefix("nil|@/in/a.txt: permission denied"))
  }

  @Test func linksInsideAreFollowedByTheKernelOnly() throws {
    let text = "return loadfile('@/in/fine/b.lua')(7)"
    #expect(try folder.run(text, in: folder.sandbox("read=@/in")) == "7")
    #expect(try folder.run(text, in: folder.sandbox("read=@")) == "7")
    #expect(
      try folder.run("return io.open('@/in/fine/b.lua')", in: folder.sandbox("read=@/in", walks: true)).hasPrefix("nil")
    )
  }

  @Test func aFolderStaysTheOneThatWasPermitted() throws {
    let sandbox = try folder.sandbox("read=@/in")
    let files = FileManager.default
    try files.moveItem(atPath: "\(folder.path)/in", toPath: "\(folder.path)/moved")
    try files.createSymbolicLink(atPath: "\(folder.path)/in", withDestinationPath: "out")
    #expect(try folder.run("return io.open('@/in/secret.txt')", in: sandbox).hasPrefix("nil"))
    #expect(try folder.run("return io.open('@/in/a.txt'):read()", in: sandbox) == "one")
  }

  /// A folder on the way is exchanged for a link, again and again, while the script opens.
  @Test(arguments: [false, true])
  func exchangedFoldersLeadNowhere(walks: Bool) throws {
    try folder.write("fine", to: "in/sub/secret.txt")
    let path = folder.path
    let swapping = Thread {
      while !Thread.current.isCancelled {
        rename("\(path)/in/sub", "\(path)/in/kept")
        symlink("../out", "\(path)/in/sub")
        unlink("\(path)/in/sub")
        rename("\(path)/in/kept", "\(path)/in/sub")
      }
    }
    swapping.start()
    defer { swapping.cancel() }
    let sandbox = try folder.sandbox("read=@/in,write=@/in", walks: walks, limits: LuaLimits(time: nil))
    let text = """
      for i = 1, 20000 do
        local f = io.open('@/in/sub/secret.txt')
        if f then if f:read('a') ~= 'fine' then return 'ESCAPED' end f:close() end
        local w = io.open('@/in/sub/written', 'w')
        if w then w:close() end
      end
      return 'kept in'
      """
    #expect(try folder.run(text, in: sandbox) == "kept in")
    #expect(folder.text("out/written") == nil)
  }
}
