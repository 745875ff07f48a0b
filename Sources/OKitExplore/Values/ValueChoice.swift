/// Chooses what a person enters.
package struct ValueChoice: Sendable {
  private let constants: ScriptConstants
  /// The texts that were entered or shown before, oldest first.
  private var earlier: [String] = []
  private static let maximumEarlier = 64
  /// Whether most texts are numbers, so that several fields get one.
  private let prefersNumbers: Bool

  package init(_ constants: ScriptConstants, prefersNumbers: Bool = false) {
    (self.constants, self.prefersNumbers) = (constants, prefersNumbers)
  }

  /// Notes a text that the application shows or that was entered.
  package mutating func note(_ text: String) {
    guard !text.isEmpty, text.count <= 40, !earlier.contains(text) else { return }
    earlier.append(text)
    if earlier.count > Self.maximumEarlier { earlier.removeFirst() }
  }

  /// Returns the members of an action besides its element.
  package func value(
    for input: PossibleAction.Input, now: DateValue, _ generator: inout SplitMix64
  ) -> [String: JSONValue] {
    switch input {
    case .none: return [:]
    case .choices(let key, let values): return [key: values.randomElement(using: &generator) ?? .null]
    case .text(let isSecure): return ["text": .string(isSecure ? secureText(&generator) : text(&generator))]
    case .control(let control): return edit(control, now, &generator)
    case .seconds(let due): return ["seconds": .double(seconds(due, &generator))]
    case .fault: return ["answer": Self.faults.randomElement(using: &generator) ?? .null]
    }
  }

  /// The answers that a server gives once in place of its own.
  static let faults: [JSONValue] = [
    ["fail": "unreachable"], ["fail": "timeout"], ["status": 404], ["status": 412], ["status": 500], ["latency": 5],
  ]

  // MARK: Controls

  private func edit(_ control: Control, _ now: DateValue, _ generator: inout SplitMix64) -> [String: JSONValue] {
    switch control.kind.edits {
    case .bool:
      let isOn = control.value == .bool(true)
      return ["value": .bool(!isOn)]
    case .number:
      if control.kind.driving.gestures.contains(.step), Int.random(in: 0..<4, using: &generator) > 0 {
        return ["steps": .int([-1, 1, 1, 2].randomElement(using: &generator) ?? 1)]
      }
      return ["value": number(control, &generator)]
    case .date: return ["date": .string(date(control, now, &generator))]
    case .index, .choice, .option:
      guard !control.options.isEmpty else { return ["option": 0] }
      return ["option": .int(Int.random(in: control.options.indices, using: &generator))]
    case .text, nil:
      if control.isSecure { return ["text": .string(secureText(&generator))] }
      // A field with a number mostly gets numbers.
      let isNumber = Self.isNumber(control.value) && Int.random(in: 0..<4, using: &generator) > 0
      return ["text": .string(isNumber ? numberText(&generator) : text(&generator))]
    }
  }

  /// Whether a field shows a number, possibly with separators.
  private static func isNumber(_ value: Value) -> Bool {
    guard case .string(let text) = value else { return double(value) != nil }
    return text.contains(where: \.isNumber) && text.allSatisfy { $0.isNumber || "-.,".contains($0) }
  }

  private func number(_ control: Control, _ generator: inout SplitMix64) -> JSONValue {
    let bounds = [control.min, control.max].compactMap(Self.double)
    let (low, high) = (bounds.first ?? 0, bounds.last ?? 100)
    var candidates = [low, high, (low + high) / 2]
    if let step = control.step { candidates += [low + step, high - step] }
    let known = Bool.random(using: &generator) ? constants.comparedNumbers : constants.numbers
    let inside = known.filter { low <= $0 && $0 <= high }
    if !inside.isEmpty, Bool.random(using: &generator) { candidates = inside }
    let number = min(max(candidates.randomElement(using: &generator) ?? low, low), high)
    return Int(exactly: number).map(JSONValue.int) ?? .double(number)
  }

  private static func double(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  private func date(_ control: Control, _ now: DateValue, _ generator: inout SplitMix64) -> String {
    let day = 86_400.0
    let offsets: [Double] = [0, -day, day, 7 * day, -365 * day, 3600, 400 * day]
    var candidates = offsets.map { DateValue(secondsSince2001: now.secondsSince2001 + $0) }
    let fixed = ["2000-02-29T00:00:00Z", "1999-12-31T23:59:59Z", "2038-01-19T03:14:08Z"]
    let bounds = [control.min, control.max].compactMap(Self.date)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return fixed.randomElement(using: &generator) ?? fixed[0]
    case 1..<4: if !constants.dates.isEmpty { candidates = constants.dates }
    case 4: if !bounds.isEmpty { candidates = bounds }
    default: break
    }
    return candidates.randomElement(using: &generator).flatMap(ISO8601.text) ?? fixed[0]
  }

  private static func date(_ value: Value) -> DateValue? {
    switch value {
    case .date(let date): date
    case .day(let day): DateValue(secondsSince2001: Double(day.daysSince1970) * 86_400 - DateValue.epochOffset)
    default: nil
    }
  }

  // MARK: Texts and times

  /// What breaks code that expects short ASCII words, and what forms often ask for.
  private static let unusual = [
    "", " ", "a", "Z", "ada@okit.example", "https://okit.example", "2026-01-31", "12:30",
    "é", "ß", "İ", "日本語", "👩‍👩‍👧‍👦", "שלום", "\"'\\", "<b>", "%s", "a b", "ab\u{301}",
    String(repeating: "long ", count: 30),
  ]
  private static let numbers = [
    "0", "1", "-1", "2", "10", "100", "3.5", "-0", "1e9", "65536", "9007199254740993", "9223372036854775807",
    "-9223372036854775808", "007",
  ]

  private func text(_ generator: inout SplitMix64) -> String {
    if prefersNumbers, Int.random(in: 0..<4, using: &generator) > 0 { return numberText(&generator) }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<3: if let text = comparedText(&generator) { return text }
    case 3:
      let count = constants.texts.count + constants.numbers.count
      guard count > 0 else { break }
      let place = Int.random(in: 0..<count, using: &generator)
      if place < constants.texts.count { return constants.texts[place] }
      return Self.text(constants.numbers[place - constants.texts.count])
    case 4..<6: if let text = earlier.randomElement(using: &generator) { return text }
    case 6: return numberText(&generator)
    case 7:
      // As long as conditions ask for.
      if let length = constants.comparedNumbers.filter({ 2...200 ~= $0 }).randomElement(using: &generator) {
        return String(repeating: "x", count: Int(length))
      }
    default: break
    }
    return Self.unusual.randomElement(using: &generator) ?? ""
  }

  /// What conditions compare with: a text, or a number as a text.
  private func comparedText(_ generator: inout SplitMix64) -> String? {
    let (texts, numbers) = (constants.comparedTexts, constants.comparedNumbers)
    guard !texts.isEmpty, numbers.isEmpty || Int.random(in: 0..<4, using: &generator) > 0 else {
      return numbers.randomElement(using: &generator).map(Self.text)
    }
    return texts.randomElement(using: &generator)
  }

  private func numberText(_ generator: inout SplitMix64) -> String {
    let candidates: [Double]? =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: constants.exactNumbers
      case 1: constants.comparedNumbers
      case 2: constants.numbers
      default: nil
      }
    return candidates?.randomElement(using: &generator).map(Self.text)
      ?? Self.numbers.randomElement(using: &generator) ?? "0"
  }

  /// Texts of secure fields are masked everywhere, so that they must be none that is shown elsewhere.
  private func secureText(_ generator: inout SplitMix64) -> String {
    ["", "secret-1", "secret-2"].randomElement(using: &generator) ?? ""
  }

  private static func text(_ number: Double) -> String { Value.double(number).scalarText ?? "0" }

  /// To what is due next, past it, or a while.
  private func seconds(_ due: Double?, _ generator: inout SplitMix64) -> Double {
    guard let due else { return [1, 60, 86_400].randomElement(using: &generator) ?? 1 }
    return [due, due, due + 1, due / 2].randomElement(using: &generator) ?? due
  }
}
