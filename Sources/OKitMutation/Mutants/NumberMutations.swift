internal import Glibc

/// The numbers beside one that a script or a formula spells out.
enum NumberMutations {
  /// Returns one more and one less, as decimal numbers; none for a text that is not a number.
  static func all(of text: String) -> [String] {
    if let number = Int(text) { return integers(number) }
    if text.lowercased().hasPrefix("0x"), let number = Int(text.dropFirst(2), radix: 16) { return integers(number) }
    guard let first = text.utf8.first, (0x30...0x39).contains(first) || first == UInt8(ascii: "."),
      let number = Double(text.hasPrefix(".") ? "0" + text : text), abs(number) < 1e12
    else { return [] }
    let digits = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.utf8.count ?? 0
    // As many decimals as the number has.
    let scale = pow(10, Double(min(digits, 12)))
    return [1.0, -1.0].map { "\((number * scale + $0 * scale).rounded() / scale)" }.filter { !$0.contains("e") }
  }

  private static func integers(_ number: Int) -> [String] {
    guard (-(1 << 52)...(1 << 52)).contains(number) else { return [] }
    return ["\(number + 1)", "\(number - 1)"]
  }
}
