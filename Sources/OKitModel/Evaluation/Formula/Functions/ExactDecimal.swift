/// The exact decimal digits of a number without its sign.
struct ExactDecimal {
  /// From the first one that is not 0; empty for 0.
  private(set) var digits: [UInt8]
  /// The power of ten of the first digit.
  private(set) var exponent: Int

  /// - Parameter number: A finite number.
  init(_ number: Double) {
    self.init(number.significand53, twos: number.exponent53, tens: 0)
  }

  /// The exact value of `number · (1 + 3e-16)`.
  init(raised number: Double) {
    self.init(number.significand53 * 10_000_000_000_000_003, twos: number.exponent53, tens: -16)
  }

  /// The shortest digits that read back as a number, if they are at most 15. Then they are the exact ones, rounded to
  /// any count from theirs to 15: between two texts of 15 digits there is at most one number.
  init?(shortest number: Double) {
    guard number.isNormal else { return nil }
    digits = []
    exponent = 0
    var (position, point) = (0, nil as Int?)
    var text = number.magnitude.description
    let isShort = text.withUTF8 { bytes in
      while position < bytes.count, bytes[position] != UInt8(ascii: "e") {
        if bytes[position] == UInt8(ascii: ".") { point = digits.count } else { digits.append(bytes[position] - 0x30) }
        position += 1
      }
      return digits.count <= 17
    }
    guard isShort else { return nil }
    let written =
      Int(text.utf8.dropFirst(position + 1).reduce(into: "") { $0.append(Character(Unicode.Scalar($1))) }) ?? 0
    let zeros = digits.prefix { $0 == 0 }.count
    exponent = (point ?? digits.count) - 1 - zeros + written
    digits.removeFirst(zeros)
    while digits.last == 0 { digits.removeLast() }
    guard digits.count <= 15 else { return nil }
  }

  /// The value `significand · 2^twos · 10^tens`.
  private init(_ significand: UInt128, twos: Int, tens: Int) {
    let zeros = significand == 0 ? 0 : significand.trailingZeroBitCount
    var number = BigInteger(significand >> zeros)
    let twos = twos + zeros
    if twos >= 0 { number.multiply(by: 2, power: twos) } else { number.multiply(by: 5, power: -twos) }
    digits = number.digits
    exponent = digits.count - 1 + min(twos, 0) + tens
  }

  /// Rounds to the digit of a power of ten, a half away from zero.
  mutating func round(to power: Int) {
    let count = exponent - power + 1
    guard count < digits.count else { return }
    guard count >= 0 else {
      digits = []
      return
    }
    let isUp = digits[count] >= 5
    digits.removeLast(digits.count - count)
    guard isUp else { return }
    while digits.last == 9 { digits.removeLast() }
    if let last = digits.popLast() {
      digits.append(last + 1)
    } else {
      // There were only nines, or nothing.
      digits = [1]
      exponent += 1
    }
  }
}

extension Double {
  /// The significand as an integer of up to 53 bits.
  fileprivate var significand53: UInt128 {
    UInt128(significandBitPattern) | (exponentBitPattern == 0 ? 0 : 1 << 52)
  }

  /// The power of two by which that integer is multiplied.
  fileprivate var exponent53: Int { max(Int(exponentBitPattern), 1) - 1075 }
}

/// A natural number in limbs of nine decimal digits, the lowest first.
private struct BigInteger {
  private static let base: UInt64 = 1_000_000_000
  private var limbs: [UInt64] = []

  init(_ number: UInt128) {
    var rest = number
    while rest > 0 {
      limbs.append(UInt64(rest % UInt128(Self.base)))
      rest /= UInt128(Self.base)
    }
  }

  mutating func multiply(by factor: UInt64, power: Int) {
    // The largest power that fits into 32 bits at once.
    var (step, stepPower) = (factor, 1)
    while step * factor < 1 << 32 { (step, stepPower) = (step * factor, stepPower + 1) }
    var rest = power
    while rest >= stepPower {
      multiply(by: step)
      rest -= stepPower
    }
    for _ in 0..<rest { multiply(by: factor) }
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let product = limbs[index] * factor + carry
      limbs[index] = product % Self.base
      carry = product / Self.base
    }
    while carry > 0 {
      limbs.append(carry % Self.base)
      carry /= Self.base
    }
  }

  /// The digits from the highest one.
  var digits: [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(limbs.count * 9)
    for limb in limbs {
      var rest = limb
      for _ in 0..<9 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
    }
    while digits.last == 0 { digits.removeLast() }
    return digits.reversed()
  }
}
