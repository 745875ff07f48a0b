import OKitValues
import Testing

@Suite struct NearestNameTests {
  @Test(
    arguments: [
      ("flims", ["name", "films"], "films"), ("Films", ["films"], "films"), ("modle", ["model"], "model"),
      ("x", ["y", "z"], nil), ("x", ["X"], "X"), ("x", ["ax", "by"], "ax"), ("de_D", ["de_BE", "de_DE"], "de_DE"),
      ("", ["a"], nil), ("name", [String(repeating: "name", count: 10_000), "nmae"], "nmae"), ("title", ["name"], nil),
      ("prevText", ["nextText", "previousText"], "previousText"),
      ("prevButtonText", ["doneButtonText", "nextButtonText", "previousButtonText"], "previousButtonText"),
    ] as [(String, [String], String?)])
  func namesThatShareNothingAreNotNear(name: String, candidates: [String], nearest: String?) {
    #expect(NearestName.nearest(to: name, in: candidates) == nearest)
  }
}
