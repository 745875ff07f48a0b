import OKitEngine

extension FuzzTarget {
  /// The bytes of an image.
  public static let image = FuzzTarget(name: "image") {
    { input in
      let header = ImageHeader(input)
      if let header {
        let limit = header.format == .png ? 0x7FFF_FFFF : 0xFFFF
        try require(
          (1...limit).contains(header.width) && (1...limit).contains(header.height), "a size out of range: \(header)")
      }
      // What follows the header does not matter, and a part of it tells nothing else.
      var known: ImageHeader?
      for count in stride(from: 0, through: input.count, by: max(1, input.count / 64)) {
        let part = ImageHeader(Array(input[..<count]))
        try require(known == nil || part == known, "\(count) bytes tell \(String(describing: part))")
        known = part
      }
      try require(known == nil || known == header, "a part tells something else")
      guard header != nil else { return }
      try require(ImageHeader(input + [0xFF, 0xD8, 0, 1]) == header, "more bytes tell something else")
    }
  }
}
