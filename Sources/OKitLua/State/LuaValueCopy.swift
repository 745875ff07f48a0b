internal import CLua
internal import Glibc

/// A copy of a value as C has written it, for a comparison with a later one.
struct LuaValueCopy {
  /// Texts have their offsets in `texts`.
  fileprivate private(set) var items: [okit_value] = []
  fileprivate private(set) var texts: [UInt8] = []

  /// Copies the next value of a decoder; nil for one with something whose content may change, such as an entity.
  ///
  /// - Parameter plain: The kinds of objects that never change.
  init?(_ decoder: LuaDecoder, plain: [LuaKind]) {
    for item in decoder.nextItems {
      var item = item
      switch item.tag {
      case .none, .bool, .int, .double, .table: break
      case .text:
        texts += LuaDecoder.bytes(item)
        item.bits = UInt64(texts.count - item.length)
      case .object: guard plain.contains(where: { $0.rawValue == item.kind }) else { return nil }
      case .function, .other: return nil
      }
      items.append(item)
    }
  }
}

extension LuaDecoder {
  /// Returns whether the next value has the content of an earlier one. O(n) when it has.
  func isNext(_ copy: LuaValueCopy) -> Bool {
    var own = nextItems.makeIterator()
    return copy.texts.withUnsafeBytes { texts in
      // Tables of different sizes end the comparison, so that both stay in step.
      copy.items.allSatisfy { known in own.next().map { Self.isSame($0, known, texts) } ?? false }
    }
  }

  private static func isSame(_ item: okit_value, _ known: okit_value, _ texts: UnsafeRawBufferPointer) -> Bool {
    guard item.tag == known.tag else { return false }
    switch item.tag {
    case .none: return true
    case .bool, .int, .double: return item.bits == known.bits
    case .object: return item.kind == known.kind && item.bits == known.bits
    case .table: return item.bits == known.bits && item.length == known.length
    case .text:
      guard item.length == known.length, let start = bytes(item).baseAddress, let texts = texts.baseAddress else {
        return item.length == 0 && known.length == 0
      }
      return memcmp(start, texts + Int(known.bits), item.length) == 0
    case .function, .other: return false
    }
  }
}
