import OKitEngine

extension FuzzTarget {
  public static let json = FuzzTarget(name: "json") {
    { input in
      let isValid = JSONJudge.accepts(input)
      let plain: JSONValue
      do { plain = try JSONValue.parse(json: input) } catch let error as Diagnostic {
        try require(error.code == "json.syntax", "refused with \(error.code.rawValue)")
        let offset = error.place?.offset ?? -1
        try require((0...input.count).contains(offset), "refused at byte \(offset)")
        return try require(!isValid || JSONJudge.mayBeRefused(error), "refused what is right: \(error)")
      }
      try require(isValid, "accepted what is wrong")
      let written = try plain.jsonBytes()
      for bytes in [written, try plain.jsonBytes(pretty: true)] {
        try require(
          try JSONValue.parse(json: bytes).isSame(as: plain),
          "reads otherwise: \(String(decoding: bytes, as: UTF8.self))")
      }
      try require(try JSONValue.parse(json: written).jsonBytes() == written, "writes otherwise the second time")
      try JSONReader.read(input) { try $0.skipValue() }
    }
  }
}
