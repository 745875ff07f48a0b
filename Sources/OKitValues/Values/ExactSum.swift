/// An exact sum of numbers, rounded only when it is read: it does not depend on their order, and numbers can be
/// subtracted again.
///
/// Integers add up in 128 bits. Doubles add up in a fixed-point number as wide as their whole range, in limbs of 32
/// bits that have 64 each: adding touches three limbs, and carries wait. O(1) to add, O(range of a Double) to read.
package struct ExactSum: ~Copyable {
  /// Enough for the largest Double times 2^64.
  private static let limbCount = 70
  /// The unit of the fixed-point number is 2^-1074, the smallest Double.
  private static let integerBit = 1074
  /// Each number adds less than 2^32 to a limb.
  private static let maximumPending = 1 << 30

  private var low: UInt64 = 0
  private var high: Int64 = 0
  /// None as long as only integers were added.
  private var limbs: UnsafeMutablePointer<Int64>?
  private var pending = 0
  /// The number of values added, and how many of them are not integers.
  private var (numbers, others) = (0, 0)
  private var (nans, infinities, negativeInfinities) = (0, 0, 0)

  package init() {}

  package init(_ values: some Sequence<Value>) {
    for value in values { add(value) }
  }

  deinit { limbs?.deallocate() }

  // MARK: Adding

  package mutating func add(_ value: Value) { change(value, by: 1) }

  /// Subtracts a value that was added.
  package mutating func remove(_ value: Value) { change(value, by: -1) }

  /// Adds an integer in place of one that was added.
  package mutating func replace(_ old: Int, by new: Int) {
    let (difference, overflows) = new.subtractingReportingOverflow(old)
    guard overflows else { return add(difference, 1) }
    add(old, -1)
    add(new, 1)
  }

  @inline(__always)
  private mutating func change(_ value: Value, by sign: Int) {
    switch value {
    case .null: return
    case .int(let number):
      numbers += sign
      add(number, sign)
    case .double(let number):
      (numbers, others) = (numbers + sign, others + sign)
      add(number, sign)
    default:
      others += sign
      guard let number = value.double else { return }
      numbers += sign
      add(number, sign)
    }
  }

  private mutating func add(_ number: Int, _ sign: Int) {
    let bits = (low: UInt64(bitPattern: Int64(number)), high: Int64(number < 0 ? -1 : 0))
    let (sum, overflow) =
      sign > 0 ? low.addingReportingOverflow(bits.low) : low.subtractingReportingOverflow(bits.low)
    low = sum
    high &+= sign > 0 ? bits.high &+ (overflow ? 1 : 0) : -bits.high &- (overflow ? 1 : 0)
  }

  private mutating func add(_ number: Double, _ sign: Int) {
    guard number.isFinite else {
      if number.isNaN { nans += sign } else if number > 0 { infinities += sign } else { negativeInfinities += sign }
      return
    }
    let exponent = Int(number.exponentBitPattern)
    let significand = number.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
    guard significand != 0 else { return }
    let limbs = limbs ?? makeLimbs()
    Self.add(significand, at: max(exponent - 1, 0), (number < 0) == (sign < 0) ? 1 : -1, to: limbs)
    pending += 1
    if pending == Self.maximumPending {
      Self.carry(limbs)
      pending = 0
    }
  }

  private mutating func makeLimbs() -> UnsafeMutablePointer<Int64> {
    let made = UnsafeMutablePointer<Int64>.allocate(capacity: Self.limbCount)
    made.initialize(repeating: 0, count: Self.limbCount)
    limbs = made
    return made
  }

  /// Adds a number whose last bit counts 2^position units.
  @inline(__always)
  private static func add(_ bits: UInt64, at position: Int, _ sign: Int64, to limbs: UnsafeMutablePointer<Int64>) {
    let (limb, shift) = (position >> 5, UInt64(position & 31))
    limbs[limb] += sign * Int64((bits << shift) & 0xFFFF_FFFF)
    limbs[limb + 1] += sign * Int64((bits >> (32 - shift)) & 0xFFFF_FFFF)
    limbs[limb + 2] += sign * Int64(shift == 0 ? 0 : bits >> (64 - shift))
  }

  /// Leaves 32 bits in each limb; the last one has the sign.
  private static func carry(_ limbs: UnsafeMutablePointer<Int64>) {
    for index in 0..<limbCount - 1 {
      limbs[index + 1] += limbs[index] >> 32
      limbs[index] &= 0xFFFF_FFFF
    }
  }

  // MARK: Reading

  /// The sum: an integer when all values are and it fits, else the Double nearest to the exact sum.
  package var sum: Value {
    let isSmall = high == (Int64(bitPattern: low) < 0 ? -1 : 0)
    return others == 0 && isSmall ? .int(Int(Int64(bitPattern: low))) : .double(double(scaledDown: 0))
  }

  /// The average; nil without any number.
  package var average: Value {
    guard numbers > 0 else { return .null }
    let sum = double(scaledDown: 0)
    if sum.isFinite || nans + infinities + negativeInfinities > 0 { return .double(sum / Double(numbers)) }
    // The sum is too large for a Double, the average is not.
    return .double(double(scaledDown: 64) / Double(numbers) * 0x1p64)
  }

  /// The sum by 2^scale, rounded once, to even where it lies in the middle.
  private func double(scaledDown scale: Int) -> Double {
    if nans > 0 || (infinities > 0 && negativeInfinities > 0) { return .nan }
    if infinities > 0 { return .infinity }
    if negativeInfinities > 0 { return -.infinity }
    return withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.limbCount) { buffer in
      guard let total = buffer.baseAddress else { return 0 }
      if let limbs {
        total.initialize(from: limbs, count: Self.limbCount)
      } else {
        total.initialize(repeating: 0, count: Self.limbCount)
      }
      Self.add(low, at: Self.integerBit, 1, to: total)
      Self.add(high.magnitude, at: Self.integerBit + 64, high.signum(), to: total)
      Self.carry(total)
      let isNegative = total[Self.limbCount - 1] < 0
      if isNegative {
        for index in 0..<Self.limbCount { total[index] = -total[index] }
        Self.carry(total)
      }
      let magnitude = Self.round(total, scaledDown: scale)
      return isNegative ? -magnitude : magnitude
    }
  }

  private static func round(_ limbs: UnsafeMutablePointer<Int64>, scaledDown scale: Int) -> Double {
    guard var top = (0..<limbCount).last(where: { limbs[$0] != 0 }) else { return 0 }
    let highest = 32 * top + 63 - limbs[top].leadingZeroBitCount
    // A value that fits the significand is the bit pattern itself, subnormal numbers too.
    guard highest > 52 else { return Double(bitPattern: UInt64(limbs[0]) | UInt64(limbs[1]) << 32) }
    let lowest = highest - 52
    top = lowest >> 5
    let shift = UInt64(lowest & 31)
    var bits = UInt64(limbs[top]) >> shift | UInt64(limbs[top + 1]) << (32 - shift)
    if shift > 0 { bits |= UInt64(limbs[top + 2]) << (64 - shift) }
    bits &= 1 << 53 - 1
    let exponent = lowest + 1 - scale
    guard exponent < 0x7FF else { return .infinity }
    let below = lowest - 1
    let isHalf = limbs[below >> 5] >> Int64(below & 31) & 1 == 1
    let rest = limbs[below >> 5] & (1 << Int64(below & 31) - 1)
    let isMore = isHalf && (rest != 0 || bits & 1 == 1 || (0..<below >> 5).contains { limbs[$0] != 0 })
    return Double(bitPattern: UInt64(exponent) << 52 + (bits - 1 << 52) + (isMore ? 1 : 0))
  }
}
