import OKitLive
import Testing

@Suite struct MessageTests {
  @Test(arguments: [
    PageMessage.hello(.init()),
    .hello(.init(version: 7, window: "w2", epoch: "x", seen: 3, view: PageView(isVisible: false, width: 320))),
    .act(.init(number: 4, instance: 12, action: ["tap": "right:0"])),
    .act(.init(number: 1, instance: nil, action: "back")),
    .rows(5..<9), .columns(from: 25), .view(PageView(isVisible: true, width: 1280)), .passphrase("Zürich"),
    .bye(reason: "closed"),
  ])
  func readsWhatItWrites(_ message: PageMessage) throws {
    #expect(try PageMessage(text: message.jsonValue.jsonBytes()) == message)
  }

  /// The text, the words that the message has to have, the number of the action.
  @Test(
    arguments: [
      ("", "the message is empty", nil),
      ("{", "cannot read the message: byte 1: expected a key or '}', found the end of the message", nil),
      (#"{"type":hello}"#, "cannot read the message: byte 8: expected a value, found 'h'", nil),
      ("[1]", "must be an object", nil),
      ("{}", "needs \"type\"", nil),
      (#"{"type":"acts"}"#, "unknown message \"acts\"", nil),
      (#"{"type":"hello"}"#, "\"protocol\" of the message \"hello\" must be the integer 1", nil),
      (#"{"type":"hello","protocol":"1"}"#, "\"protocol\" of the message \"hello\" must be the integer 1", nil),
      (#"{"type":"hello","protocol":1,"seen":-1}"#, "\"seen\" of the message \"hello\" must be an integer from 0", nil),
      (
        #"{"type":"hello","protocol":1,"view":{"visible":1,"width":1}}"#, "\"visible\" of a view must be true or false",
        nil
      ),
      (
        #"{"type":"act","seq":0,"action":"back"}"#, "\"seq\" of the message \"act\" must be an integer from 1, not 0", 0
      ),
      (
        #"{"type":"act","seq":-1,"action":"back"}"#, "\"seq\" of the message \"act\" must be an integer from 1, not -1",
        -1
      ),
      (#"{"type":"act","seq":3,"action":"back","at":1}"#, "unknown member \"at\" of the message \"act\"", 3),
      (#"{"type":"hello","protocol":1,"token":""}"#, "unknown member \"token\" of the message \"hello\"", nil),
      (
        #"{"type":"hello","protocol":1,"view":{"visible":true,"width":1,"height":2}}"#,
        "unknown member \"height\" of a view; expected \"visible\", \"width\"", nil
      ),
      (#"{"type":"rows","from":0,"count":1,"to":2}"#, "unknown member \"to\"", nil),
      (#"{"type":"view","visible":true,"width":1,"seq":1}"#, "unknown member \"seq\"", nil),
      (#"{"type":"bye","why":"x"}"#, "unknown member \"why\"", nil),
      (#"{"type":"act","seq":3,"instance":1}"#, "needs \"action\"", 3),
      (
        #"{"type":"act","seq":3,"action":"back"}"#,
        "\"instance\" of the message \"act\" must be an integer from 0, or null", 3
      ),
      (
        #"{"type":"act","seq":3,"instance":"c","action":"back"}"#,
        "\"instance\" of the message \"act\" must be an integer", 3
      ),
      (#"{"type":"act","seq":"3","action":"back"}"#, "\"seq\" of the message \"act\" must be an integer", nil),
      (#"{"type":"rows","from":0,"count":0}"#, "from 1 to 1000", nil),
      (#"{"type":"rows","from":0,"count":1001}"#, "from 1 to 1000", nil),
      (#"{"type":"rows","from":9223372036854775807,"count":1000}"#, "from 1 to 1000", nil),
      (#"{"type":"columns"}"#, "needs \"from\"", nil),
      (#"{"type":"columns","from":-1}"#, "\"from\" of the message \"columns\" must be an integer from 0", nil),
      (#"{"type":"view","visible":true}"#, "needs \"width\"", nil), (#"{"type":"passphrase"}"#, "needs \"text\"", nil),
    ] as [(String, String, Int?)])
  func rejectsMistakes(_ text: String, _ words: String, _ number: Int?) throws {
    let mistake = #expect(throws: PageMessage.Mistake.self) { _ = try PageMessage(text: Array(text.utf8)) }
    #expect(mistake?.diagnostic.code == "live.message")
    #expect(mistake?.diagnostic.message.contains(words) == true, "\(mistake?.diagnostic.message ?? "")")
    #expect(mistake?.number == number)
  }

  @Test(arguments: [(#"{"type":"acts"}"#, "act"), (#"{"type":"rows","from":0,"counts":1}"#, "count")])
  func namesTheNearestName(_ text: String, _ name: String) {
    let mistake = #expect(throws: PageMessage.Mistake.self) { _ = try PageMessage(text: Array(text.utf8)) }
    #expect(mistake?.diagnostic.hint == "did you mean \"\(name)\"?")
  }

  @Test(arguments: [
    ("de_DE", "de-DE", false), ("ar_EG", "ar-EG", true), ("ar_EG@numbers=latn", "ar-EG", true), ("he", "he", true),
    ("en", "en", false),
  ])
  func namesLanguages(_ locale: String, _ name: String, _ isRightToLeft: Bool) {
    let language = LiveLanguage(locale: locale)
    #expect(language.name == name)
    #expect(language.isRightToLeft == isRightToLeft)
  }

  @Test(
    arguments: [
      ([1], 0, [1, 2], 0, Motion.push), ([1, 2], 0, [1], 0, .pop), ([1, 2], 0, [1, 3], 0, .replace),
      ([1], 0, [1], 0, nil),
      ([1], 0, [1, 4], 1, .present), ([1, 4], 1, [1], 0, .dismiss), ([1, 2, 3], 0, [1], 0, .pop),
      ([], 0, [1], 0, .replace),
      ([1], 0, [], 0, .replace), ([1, 4], 1, [1, 4, 5], 1, .push),
    ] as [([Int], Int, [Int], Int, Motion?)])
  func knowsWhereScreensComeFrom(_ old: [Int], _ before: Int, _ new: [Int], _ after: Int, _ motion: Motion?) {
    let place = NavigationPlace(stack: new, presented: after)
    #expect(place.motion(from: NavigationPlace(stack: old, presented: before)) == motion)
  }
}
