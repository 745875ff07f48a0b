import OKitModel
import OKitTestSupport
import Testing

/// Laws that hold for every text. A failure prints the seed; the same seed makes the same text again.
@Suite("Binding laws")
struct BindingPropertyTests {
  static let seeds = (0..<20).map { UInt64($0) &* 1_000_003 &+ 17 }

  @Test("printing and parsing gives the same binding", arguments: seeds)
  func roundTrip(seed: UInt64) {
    var generator = BindingGenerator(seed: seed)
    for number in 0..<100 {
      let text = generator.binding()
      let label: Comment = "seed \(seed), number \(number): \(text.debugDescription)"
      do {
        checkPrinted(try Binding.parse(text), label)
      } catch {
        Issue.record(error, label)
      }
    }
  }

  @Test("any text parses or is refused with a message", arguments: seeds)
  func anyText(seed: UInt64) throws {
    var generator = BindingGenerator(seed: seed)
    for number in 0..<250 {
      let text = generator.anyText()
      let label: Comment = "seed \(seed), number \(number): \(text.debugDescription)"
      do {
        let binding = try Binding.parse(text)
        checkPrinted(binding, label)
        checkRanges(binding, label)
      } catch {
        #expect(error.code.rawValue.hasPrefix("binding."), label)
        #expect(error.description.contains("^"), label)
        let range = try #require(error.excerpt?.range, label)
        #expect(range.lower >= 0 && range.upper <= text.utf8.count, label)
      }
    }
  }

  private func checkPrinted(_ binding: Binding, _ label: Comment) {
    let printed = binding.description
    do {
      let again = try Binding.parse(printed)
      #expect(BindingNotation.text(of: again.parts) == BindingNotation.text(of: binding.parts), label)
      #expect(again.description == printed, label)
    } catch {
      Issue.record(error, label)
    }
  }

  private func checkRanges(_ binding: Binding, _ label: Comment) {
    let whole = 0...binding.text.utf8.count
    BindingRanges.visit(binding) { range, node in
      #expect(whole.contains(range.lower) && whole.contains(range.upper), label)
      if node == "step" { #expect(range.upper > range.lower, label) }
    }
  }
}
