import OKitTestSupport
import Testing

@testable import OKitModel

@Suite struct SecretsTests {
  private func secrets(_ texts: String...) -> Secrets {
    let secrets = Secrets()
    for text in texts { secrets.add(text) }
    return secrets
  }

  @Test(
    arguments: [
      (["hunter2"], "the password is hunter2!", "the password is •••!"),
      (["hunter2"], "xhunter2x", "x•••x"),
      (["hunter2", "hunter22"], "hunter22 and hunter2", "••• and •••"),
      (["12"], "/pins/12: 12 of 120, \"12\"", "/pins/•••: ••• of 120, \"•••\""),
      (["a"], "a cat", "••• cat"),
      (["say \"hi\""], "\"say \\\"hi\\\"\"", "\"•••\""),
      (["bell\u{7}here"], PrintableText.line("bell\u{7}here"), "•••"),
      (["pässwörd"], "\"pässwörd\" is not a number", "\"•••\" is not a number"),
      ([""], "nothing", "nothing"),
      ([], "nothing", "nothing"),
    ] as [([String], String, String)])
  func masksTexts(_ texts: [String], _ text: String, _ masked: String) {
    let secrets = Secrets()
    for text in texts { secrets.add(text) }
    #expect(secrets.masked(text) == masked)
    #expect(secrets.occur(in: text) == (text != masked))
  }

  /// Messages cut long values.
  @Test func masksPartsOfLongTexts() {
    let text = String((0..<400).map { Character(UnicodeScalar(UInt8(ascii: "a") + UInt8($0 * $0 % 26))) })
    let secrets = secrets(text)
    #expect(secrets.masked("got String \"\(text.prefix(40))…\"") == "got String \"•••…\"")
    #expect(secrets.masked(PrintableText.quoted(text)) == "\"•••…•••\"")
    #expect(secrets.masked("whole: \(text).") == "whole: •••.")
  }

  @Test func aTextThatIsBeingTypedIsOne() {
    let secrets = secrets("h", "hu", "hun", "hunt", "hunter2")
    #expect(secrets.masked("h hu hunter2") == "h hu •••")
    #expect(secrets.entered == 5)
  }

  @Test func masksWhatPropertiesHave() {
    let secrets = secrets("4711")
    secrets.add(property: "password")
    #expect(
      secrets.masked(Patch(.replace, "/user/password", old: "old", value: "new"))
        == Patch(.replace, "/user/password", old: "•••", value: "•••"))
    #expect(
      secrets.masked(Patch(.add, "/user/password", value: "new")) == Patch(.add, "/user/password", value: "•••"))
    #expect(
      secrets.masked(Patch(.add, "/users/0", value: ["name": "Eve", "password": "x", "pin": 4711, "note": "is 4711"]))
        == Patch(.add, "/users/0", value: ["name": "Eve", "password": "•••", "pin": "•••", "note": "is •••"]))
    #expect(secrets.isSecret(path: "people>/persons/2/password"))
    #expect(!secrets.isSecret(path: "/user/passwords"))
  }

  @Test func masksMessages() {
    let found = Diagnostic(
      "model.type", "\"hunter2\" is not a number", hint: "use hunter2", notes: [.screen("hunter2")])
    #expect(
      secrets("hunter2").masked(found)
        == Diagnostic("model.type", "\"•••\" is not a number", hint: "use •••", notes: [.screen("•••")]))
    for (name, isShown) in [("", false), ("app.lua", true)] {
      let excerpt = Diagnostic.Excerpt(source: SourceText(name: name, text: "hunter2"), range: nil)
      let masked = secrets("hunter2").masked(Diagnostic("cell.value", "it is wrong", excerpt: excerpt))
      #expect((masked.excerpt != nil) == isShown)
    }
  }
}
