import OKitEngine
import OKitExchange

extension FuzzTarget {
  /// SPON: each problem has a code and an offset in the input, and what is read is JSON.
  public static let spon = FuzzTarget(name: "spon") {
    { input in
      try input.withUnsafeBufferPointer { bytes in
        var reader = SPONReader(bytes, file: "f") { $0.count < 4 }
        do {
          let value = try reader.value()
          try reader.finish()
          try require(try JSONValue.parse(json: value.jsonBytes()).isSame(as: value), "is not JSON: \(value)")
        } catch let error as Diagnostic {
          try require(error.code == "spon.syntax", "refused with \(error.code.rawValue): \(error)")
          let offset = error.place?.offset ?? -1
          try require((0...input.count).contains(offset), "refused at byte \(offset)")
        }
      }
    }
  }
}
