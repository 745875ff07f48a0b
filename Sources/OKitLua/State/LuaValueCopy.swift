internal import CLua
internal import Glibc

/// A copy of a value as C has written it, for a comparison with a later one.
struct LuaValueCopy {
  /// Texts have their offsets in `texts`.
  fileprivate private(set) var items: [okit_value] = []
  fileprivate private(set) var texts: [UInt8] = []

  /// Copies a value.
  ///
  /// - Parameter identity: Returns what stands for the bits of a function or an object.
  init(_ value: UnsafeBufferPointer<okit_value>, _ identity: (okit_value) -> UInt64) {
    items.reserveCapacity(value.count)
    for item in value {
      var item = item
      switch item.tag {
      case .text:
        texts += LuaDecoder.bytes(item)
        item.bits = UInt64(texts.count - item.length)
      case .function, .object: item.bits = identity(item)
      case .none, .bool, .int, .double, .table, .other: break
      }
      items.append(item)
    }
  }

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

extension LuaValueCopy {
  /// Returns the value, with functions and objects in the order in which it had them.
  func value(_ functions: [LuaFunction], _ objects: [LuaObject]) -> LuaValue {
    texts.withUnsafeBufferPointer { texts in
      var reader = Reader(items: items[...], texts: texts, functions: functions[...], objects: objects[...])
      return reader.value()
    }
  }

  private struct Reader {
    var items: ArraySlice<okit_value>
    let texts: UnsafeBufferPointer<UInt8>
    var functions: ArraySlice<LuaFunction>
    var objects: ArraySlice<LuaObject>

    mutating func value() -> LuaValue {
      guard var item = items.popFirst() else { return .null }
      switch item.tag {
      case .table:
        var table = LuaTable()
        table.array.reserveCapacity(Int(item.bits))
        for _ in 0..<Int(item.bits) { table.array.append(value()) }
        table.pairs.reserveCapacity(item.length)
        for _ in 0..<item.length {
          let key = value()
          table.pairs.append(LuaTable.Pair(key: key, value: value()))
        }
        return .table(table)
      case .text:
        guard let start = texts.baseAddress else { return .string("") }
        item.bits = UInt64(UInt(bitPattern: start + Int(item.bits)))
        return LuaDecoder.simple(item)
      case .function: return functions.popFirst().map(LuaValue.function) ?? .null
      case .object: return objects.popFirst().map(LuaValue.object) ?? .null
      case .none, .bool, .int, .double, .other: return LuaDecoder.simple(item)
      }
    }
  }

  /// Returns whether a value has the same content.
  ///
  /// - Parameter identity: Returns what stands for the bits of a function or an object.
  func isCopy(of value: UnsafeBufferPointer<okit_value>, _ identity: (okit_value) -> UInt64) -> Bool {
    guard value.count == items.count else { return false }
    return texts.withUnsafeBytes { texts in
      items.withUnsafeBufferPointer { items in
        for index in value.indices {
          let (item, known) = (value[index], items[index])
          switch item.tag {
          // Only an object has a kind.
          case .function:
            guard known.tag.rawValue == item.tag.rawValue, identity(item) == known.bits else { return false }
          case .object:
            guard known.tag.rawValue == item.tag.rawValue, item.kind == known.kind, identity(item) == known.bits else {
              return false
            }
          default: guard LuaDecoder.isSame(item, known, texts) else { return false }
          }
        }
        return true
      }
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

  @inline(__always)
  fileprivate static func isSame(_ item: okit_value, _ known: okit_value, _ texts: UnsafeRawBufferPointer) -> Bool {
    // The generic comparison of imported enumerations asks for their metadata.
    guard item.tag.rawValue == known.tag.rawValue else { return false }
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
