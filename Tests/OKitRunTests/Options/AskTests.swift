import Foundation
import OKitTestSupport
import Testing

/// `--ask` on a terminal that controls the process, as that of a person does.
@Suite struct AskTests {
  private static let script = """
    local Diary = okit.ModelEncrypted:extend("Diary", { notes = "" })
    local diary = okit.Model.register(Diary)
    if #okit.arguments > 0 then diary.notes = okit.arguments[1] end
    okit.Model.storeState()
    print("notes: " .. diary.notes)
    """
  private static let passphrase = "correct horse"

  private let folder: TestFolder

  init() throws { folder = try TestFolder(["app.lua": Self.script]) }

  private func start(_ arguments: String...) throws -> TerminalProcess {
    try TerminalProcess(arguments + ["--documents", "data", "--ask"], in: folder, controls: true)
  }

  private func answer(_ terminal: TerminalProcess, _ text: String, to prompt: String = "Passphrase: ") throws {
    #expect(terminal.until(prompt) != nil)
    #expect(!terminal.shows, "what is typed is shown")
    try terminal.type(text)
  }

  /// Encrypts the model with the passphrase.
  private func fill() throws {
    let terminal = try TerminalProcess(
      ["app.lua", "--documents", "data", "--ask", "--", "written"], in: folder, controls: true)
    try answer(terminal, Self.passphrase + "\r", to: "New passphrase: ")
    try answer(terminal, Self.passphrase + "\r", to: "New passphrase again: ")
    let shown = try #require(terminal.until("notes: written"))
    #expect(!shown.contains("horse"))
    #expect(terminal.end() == 0)
    #expect(terminal.shows)
  }

  @Test func `a passphrase is not shown`() throws {
    try fill()
    for arguments in [["app.lua"], ["models", "show"]] {
      let terminal = try TerminalProcess(arguments + ["--documents", "data", "--ask"], in: folder, controls: true)
      try answer(terminal, Self.passphrase + "\r")
      let shown = try #require(terminal.until("written"))
      #expect(!shown.contains("horse"))
      #expect(terminal.end() == 0)
      #expect(terminal.shows)
    }
  }

  @Test func `two new passphrases have to agree`() throws {
    let terminal = try start("app.lua")
    try answer(terminal, "one\r", to: "New passphrase: ")
    try answer(terminal, "two\r", to: "New passphrase again: ")
    #expect(terminal.until("the two passphrases differ") != nil)
    #expect(terminal.end() == 1)
    #expect(!folder.exists("data/okit/keys/keys.json"))
  }

  @Test func `the current and the new passphrase have prompts of their own`() throws {
    try fill()
    let terminal = try start("models", "rekey", "--ask-new")
    try answer(terminal, Self.passphrase + "\r")
    try answer(terminal, "battery staple\r", to: "New passphrase: ")
    try answer(terminal, "battery staple\r", to: "New passphrase again: ")
    #expect(terminal.until("changed the key") != nil)
    #expect(terminal.end() == 0)
    let show = try start("models", "show")
    try answer(show, "battery staple\r")
    #expect(show.until("written") != nil)
    #expect(show.end() == 0)
  }

  @Test func `a wrong passphrase is asked for again`() throws {
    try fill()
    for arguments in [["app.lua"], ["models", "show"]] {
      let terminal = try TerminalProcess(arguments + ["--documents", "data", "--ask"], in: folder, controls: true)
      for wrong in ["wrong", "worse"] {
        try answer(terminal, wrong + "\r")
        #expect(terminal.until("the passphrase does not open the encrypted models; attempts left: ") != nil)
        #expect(terminal.until("enter it again") != nil)
      }
      try answer(terminal, Self.passphrase + "\r")
      #expect(terminal.until("written") != nil)
      #expect(terminal.end() == 0)
    }
    let terminal = try start("models", "show")
    for wrong in ["wrong", "worse", "worst"] { try answer(terminal, wrong + "\r") }
    #expect(terminal.until("the passphrase does not open the encrypted models") != nil)
    #expect(terminal.until("pass the key in use") != nil)
    #expect(terminal.end() == 1)
    #expect(terminal.shows)
  }

  /// Ctrl-C, Ctrl-D, and signals of another process.
  @Test(arguments: [["app.lua"], ["models", "show"]])
  func `the terminal is as before`(_ arguments: [String]) throws {
    try fill()
    for (input, message) in [
      ("\u{3}", "no passphrase was entered: interrupted"), ("half\u{3}", "no passphrase was entered: interrupted"),
      ("\u{1C}", "no passphrase was entered: interrupted"), ("\u{4}", "no passphrase was entered: the input has ended"),
      ("\r", "the passphrase is empty"),
    ] {
      let terminal = try TerminalProcess(arguments + ["--documents", "data", "--ask"], in: folder, controls: true)
      try answer(terminal, input)
      #expect(terminal.until(message) != nil, "\(input.debugDescription)")
      #expect(terminal.end() == 1)
      #expect(terminal.shows, "\(input.debugDescription)")
    }
  }
}
