import OKitEngine
import OKitExplore
import Testing

/// What an exploration enters, from the constants of scripts.
@Suite struct ScriptConstantsTests {
  static let script = """
    local okit = require "okit"
    local zones = { north = 1, ["far away"] = 2 }
    local Shop = okit.Model:extend("Shop", { code = "", opened = okit.day("2031-10-17") })
    function Shop:price()
      if self.code == "50%-OFF" and #self.code > 24 then return 1 end
      if self.code:match("^(QX)%-[%d_]+$") or string.find(self.code, "%u.[^%s]x") then return 2 end
      return self.code ~= ("x") and zones["south"] or -3 < self.count
    end
    local detail = "code/distance(#Ulm,7)/round2"
    local cell = okit.ModelTextCell {
      path = "#Code", textPath = "code", validationFormula = "value <> 'no' AND value < 77", formatPattern = "(##) X-x",
    }
    """

  @Test func `constants that conditions compare with`() {
    let constants = ScriptConstants(scripts: [Self.script, "this is not Lua (", Self.script])
    #expect(
      constants.comparedTexts == [
        "Ulm", "no", "north", "far away", "50%-OFF", "QX-1", "Aaax", "x", "south", "(11) A-a", "(00) A-a", "(99) Z-z",
      ])
    #expect(constants.comparedNumbers == [-4, -3, -2, 6, 7, 8, 23, 24, 25, 76, 77, 78])
    #expect(
      constants.dates.compactMap(ISO8601.text).map { String($0.prefix(10)) } == [
        "2031-10-16", "2031-10-17", "2031-10-18",
      ])
    #expect(constants.texts.contains("2031-10-17") && !constants.texts.contains("#Code"))
  }

  @Test(arguments: [
    ("self.count * 7 + 3 == 32980", 4711), ("(100 - self.count) * 2 <= 30", 85), ("4 + self.count == -5", -9),
    ("self.count // 10 == 12", 120), ("-(self.count - 0x10) == 3", 13), ("self.count / 4 > 2.5", 10),
    ("self.count % 60 == 59", 119), ("3 * self.count > 100", 33), ("LIMIT < self.count", 8472),
    ("self.count - LIMIT == LOW", 8400),
  ])
  func `numbers that arithmetic and named constants ask for`(condition: String, number: Double) {
    let constants = ScriptConstants(scripts: [
      "local LIMIT <const>, LOW = 8472, -72\nlocal changed = 5\nchanged = 6\n"
        + "function Shop:fits() return changed == self.count or \(condition) end"
    ])
    #expect(constants.exactNumbers.contains(number), "\(constants.exactNumbers)")
    #expect(constants.comparedNumbers.contains(number - 1) && constants.comparedNumbers.contains(number + 1))
    #expect(!constants.comparedNumbers.contains(5) && !constants.exactNumbers.contains(number + 0.5))
  }

  @Test func `a field that shows a number mostly gets numbers`() {
    for (value, share) in [(Value.string("1"), 0.75), (.string("-1,234.5"), 0.75), (.string("a1"), 0.1)] {
      let choice = ValueChoice(ScriptConstants(scripts: ["if n == 4711 or x == 37 then end"]))
      var generator = SplitMix64(seed: 1)
      let control = Control(kind: .text, value: value)
      let texts = (0..<4000).compactMap { _ -> String? in
        guard
          case .string(let text)? = choice.value(for: .control(control), now: .init(secondsSince2001: 0), &generator)[
            "text"]
        else { return nil }
        return text
      }
      #expect(texts.count == 4000 && Double(texts.count { Double($0) != nil }) > share * 4000)
      #expect(Set(texts).isSuperset(of: ["4711", "37", "36", "-9223372036854775808", "9223372036854775807"]))
    }
  }

  private func values(_ input: PossibleAction.Input, _ key: String, _ script: String = Self.script) -> Set<JSONValue> {
    let choice = ValueChoice(ScriptConstants(scripts: [script]))
    var generator = SplitMix64(seed: 1)
    let now = DateValue(secondsSince2001: 0)
    return Set((0..<2000).compactMap { _ in choice.value(for: input, now: now, &generator)[key] })
  }

  @Test func `texts are those that conditions expect, also by their length`() {
    let texts = values(.text(isSecure: false), "text")
    for text in ["50%-OFF", "south", "far away", "no", "77", "76", String(repeating: "x", count: 25), ""] {
      #expect(texts.contains(.string(text)), "\(text)")
    }
    #expect(!values(.text(isSecure: true), "text").contains("50%-OFF"))
  }

  @Test func `dates are those of the script and of the control`() {
    let control = Control(
      kind: .date, value: .null, min: .date(DateValue(secondsSince2001: -86_400)),
      max: DayValue("2044-05-06").map(Value.day) ?? .null)
    let dates = values(.control(control), "date")
    for day in ["2031-10-17", "2031-10-16", "2000-12-31", "2044-05-06"] {
      #expect(dates.contains(.string("\(day)T00:00:00Z")), "\(day)")
    }
  }
}
