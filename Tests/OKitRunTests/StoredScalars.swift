import OKitEngine

/// The scalars of a stored model, each of which is found once.
struct StoredScalars {
  private var texts: [String: Int] = [:]
  private var numbers: [Double: Int] = [:]

  init(_ document: String) {
    // A document that is no JSON has no scalars, so that all are missing.
    if let value = try? JSONValue.parse(json: document) { add(value) }
  }

  private mutating func add(_ value: JSONValue) {
    switch value {
    case .null: break
    case .bool(let flag): texts["\(flag)", default: 0] += 1
    case .int(let number): texts["\(number)", default: 0] += 1
    case .double(let number): numbers[number, default: 0] += 1
    case .number(let text): texts[text, default: 0] += 1
    case .string(let text):
      // Values of several types are JSON in a text.
      if text.hasPrefix("{") || text.hasPrefix("["), let parsed = try? JSONValue.parse(json: Self.exact(text)) {
        add(parsed)
      } else {
        texts[text, default: 0] += 1
      }
    case .array(let elements): for element in elements { add(element) }
    case .object(let members):
      for (name, value) in members where name != "$type" { add(value) }
    }
  }

  /// The JSON in a text with its numbers as texts, which keeps their digits.
  private static func exact(_ json: String) -> String {
    var (result, token, isText, isEscaped) = ("", "", false, false)
    func flushed() -> String { token.first.map { $0 == "-" || $0.isNumber } == true ? "\"\(token)\"" : token }
    for character in json {
      if isText {
        result.append(character)
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isText = false
        }
      } else if "{}[],:\"".contains(character) {
        result += flushed() + String(character)
        token = ""
        isText = character == "\""
      } else {
        token.append(character)
      }
    }
    return result + flushed()
  }

  /// Takes a scalar of the data, given as it is written; false if there is none that is equal.
  mutating func take(_ written: String) -> Bool {
    guard case .string(let text)? = try? JSONValue.parse(json: written) else {
      if take(text: written == "-0" ? "0" : written) { return true }
      guard let number = Double(written) else { return false }
      // A number in a member such as `created_at` counts the seconds from 1970.
      return take(number: number) || take(number: DateValue(secondsSince1970: number).secondsSince2001)
    }
    if take(text: text) { return true }
    if let date = DateValue(.string(text)), take(number: date.secondsSince2001) { return true }
    return takeID(text)
  }

  private mutating func take(text: String) -> Bool {
    // An id may have the name of its class in front.
    guard let count = texts[text], count > 0 else { return takeID(text) }
    texts[text] = count - 1
    return true
  }

  private mutating func takeID(_ text: String) -> Bool {
    guard !text.isEmpty, let id = texts.first(where: { $0.value > 0 && $0.key.hasSuffix("-\(text)") })?.key else {
      return false
    }
    texts[id, default: 0] -= 1
    return true
  }

  private mutating func take(number: Double) -> Bool {
    if let count = numbers[number], count > 0 {
      numbers[number] = count - 1
      return true
    }
    guard let whole = Int(exactly: number), let count = texts["\(whole)"], count > 0 else { return false }
    texts["\(whole)"] = count - 1
    return true
  }
}
