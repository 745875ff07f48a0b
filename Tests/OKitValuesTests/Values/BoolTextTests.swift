import OKitValues
import Testing

/// The texts that stand for true and false in controls.
@Suite struct BoolTextTests {
  @Test(
    arguments: [
      ("true", "false"), ("TRUE", "FALSE"), ("True", "False"), ("yes", "no"), ("Yes", "No"), ("on", "off"),
      ("ON", "OFF"),
      ("1", "0"),
    ] as [(String, String)])
  func haveAnOpposite(on: String, off: String) throws {
    let (first, second) = (try #require(BoolText(on)), try #require(BoolText(off)))
    #expect(first.isTrue && !second.isTrue)
    #expect(first.text(false) == off && second.text(true) == on)
    #expect(first.text(true) == on && second.text(false) == off)
    #expect(Value.string(on).flag && !Value.string(off).flag)
  }

  @Test(arguments: ["", "y", "2", "truely", " true", "\u{0}"]) func areFew(text: String) {
    #expect(BoolText(text) == nil)
  }

  @Test func leaveOtherValuesAsTheyAre() {
    #expect(Value.string("maybe").flag && Value.int(2).flag && Value.bool(true).flag)
    #expect(!Value.string("").flag && !Value.null.flag && !Value.double(0).flag)
  }
}
