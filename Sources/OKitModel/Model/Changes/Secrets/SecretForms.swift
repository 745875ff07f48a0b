/// The forms in which texts may show secrets: as they are, as okit prints them, and encoded. All of them are found in
/// one pass over a text.
struct SecretForms {
  private struct Form {
    let bytes: [UInt8]
    /// The length from which on the beginning of a long one is hidden: a message may have cut the rest.
    let beginning: Int
    /// The same for its end; nil for a short one.
    let end: Int?
  }

  /// By the first bytes, the longest first: a secret may be a part of another one.
  private var forms: [UInt32: [Form]] = [:]
  private var isFirst = [Bool](repeating: false, count: 256)
  private var long: [Form] = []
  /// Those that have to stand by themselves.
  private var short: Set<String> = []

  /// From this number of characters on, a text is a secret everywhere.
  static let minimumLength = 4
  /// The number of characters after which a message may cut a value (`ModelStore.summary`).
  private static let cutLength = 40

  var isEmpty: Bool { forms.isEmpty && short.isEmpty }

  mutating func insert(_ text: String) { for form in Self.forms(of: text) { insert(form: form) } }

  private mutating func insert(form text: String) {
    guard text.count >= Self.minimumLength else {
      short.insert(text)
      return
    }
    let bytes = Array(text.utf8)
    let isLong = text.count > Self.cutLength
    let form = Form(
      bytes: bytes, beginning: isLong ? text.prefix(Self.cutLength).utf8.count : bytes.count,
      end: isLong ? text.suffix(Self.cutLength / 2).utf8.count : nil)
    if isLong { long.append(form) }
    isFirst[Int(bytes[0])] = true
    forms[Self.key(bytes[0], bytes[1], bytes[2], bytes[3]), default: []].append(form)
  }

  private static func key(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt32 {
    UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
  }

  // MARK: Forms

  /// A longer text is no key or token: it is only found as it is.
  private static let longest = 1 << 14

  private static func forms(of text: String) -> Set<String> {
    guard text.utf8.count <= longest else { return [text] }
    var forms: Set = [text, PrintableText.line(text), text.percentEncoded()]
    // As a form encodes it.
    forms.insert(text.percentEncoded(keeping: " ").replacing(" ", with: "+"))
    for form in forms where form.contains("%") { forms.insert(lowercasingEscapes(form)) }
    // A string always has a JSON text.
    if let json = try? JSONValue.string(text).json() { forms.insert(String(json.dropFirst().dropLast())) }
    for form in base64Forms(of: Array(text.utf8)) {
      forms.insert(form)
      forms.insert(form.replacing("+", with: "-").replacing("/", with: "_"))
    }
    return forms
  }

  private static func lowercasingEscapes(_ text: String) -> String {
    var rest = 0
    return String(
      text.map { character in
        if character == "%" { rest = 3 }
        rest -= 1
        return rest >= 0 ? Character(character.lowercased()) : character
      })
  }

  /// From this number of digits on, the digits within a longer text in Base64 are a form.
  private static let minimumDigits = 6

  /// The digits of Base64 that a text has by itself, and those that follow from it alone, wherever a longer text in
  /// Base64 has it.
  private static func base64Forms(of bytes: [UInt8]) -> [String] {
    let own = DataValue(bytes: bytes).base64
    return [own, String(own.prefix { $0 != "=" })]
      + (0..<3).compactMap { before in
        let digits = DataValue(bytes: Array(repeating: 0, count: before) + bytes).base64
        let part = digits.prefix((before + bytes.count) * 4 / 3).dropFirst((before * 4 + 2) / 3)
        return part.count >= minimumDigits ? String(part) : nil
      }
  }

  // MARK: Masking

  func masking(_ text: String, _ mask: String) -> String {
    guard !isEmpty, !text.isEmpty else { return text }
    let masked = forms.isEmpty ? text : maskingForms(in: text, mask)
    return short.reduce(masked) { $0.contains($1) ? Self.maskingWord($1, in: $0, mask) : $0 }
  }

  private func maskingForms(in text: String, _ mask: String) -> String {
    let bytes = Array(text.utf8)
    let masked = masking(bytes, mask)
    return masked == bytes ? text : String(decoding: masked, as: UTF8.self)
  }

  /// Masks secrets that need not stand by themselves.
  func masking(_ bytes: [UInt8], _ mask: String) -> [UInt8] {
    var (result, copied, position): ([UInt8], Int, Int) = ([], 0, 0)
    while position + Self.minimumLength <= bytes.count {
      guard isFirst[Int(bytes[position])] || bytes[position] == Self.ellipsis[0],
        let range = secret(in: bytes, at: position)
      else {
        position += 1
        continue
      }
      result += bytes[copied..<range.lowerBound]
      result += mask.utf8
      (copied, position) = (range.upperBound, range.upperBound)
    }
    return copied == 0 ? bytes : result + bytes[copied...]
  }

  private static let ellipsis = Array("…".utf8)

  /// The range of the secret at a position, or after the ellipsis there; nil for none.
  private func secret(in bytes: [UInt8], at position: Int) -> Range<Int>? {
    let key = Self.key(bytes[position], bytes[position + 1], bytes[position + 2], bytes[position + 3])
    let found = forms[key]?.compactMap { form -> Int? in
      let length = zip(bytes[position...], form.bytes).prefix { $0 == $1 }.count
      return length >= form.beginning ? length : nil
    }
    if let length = found?.max() {
      // Up to the beginning of a character.
      let end = (position + 1...position + length).last { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }
      return position..<(end ?? position + length)
    }
    guard !long.isEmpty, bytes[position...].starts(with: Self.ellipsis) else { return nil }
    let start = position + Self.ellipsis.count
    let ends = long.compactMap { form in
      form.end.flatMap { least in
        (least..<max(least, min(form.bytes.count, bytes.count - start + 1))).last {
          bytes[start...].starts(with: form.bytes.suffix($0))
        }
      }
    }
    return ends.max().map { start..<start + $0 }
  }

  private static func maskingWord(_ secret: String, in text: String, _ mask: String) -> String {
    var (result, rest) = ("", text[...])
    while let range = rest.firstRange(of: secret) {
      let before = rest[..<range.lowerBound]
      let isOwn =
        !(before.last ?? result.last ?? " ").isPartOfWord && !(rest[range.upperBound...].first ?? " ").isPartOfWord
      result += before + (isOwn ? mask : String(rest[range]))
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
