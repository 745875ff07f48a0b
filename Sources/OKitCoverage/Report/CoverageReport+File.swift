internal import OKitStorage

extension CoverageReport {
  /// What each file begins with.
  package static let beginning = "{\"generator\":\"okit coverage\",\"version\":\(version)"

  /// Returns the content of `coverage.json`: a line for each file, test and item.
  ///
  /// - Throws: What writing JSON throws.
  package func file() throws -> [UInt8] {
    guard case .object(let members) = jsonValue else { return [] }
    var bytes = Array((Self.beginning + (isPartial ? ",\"partial\":true" : "")).utf8)
    for name in ["files", "tests", "hooks", "items"] {
      guard case .array(let elements)? = members[name] else { continue }
      bytes += ",\n\"\(name)\":[".utf8
      for (index, element) in elements.enumerated() {
        bytes += (index == 0 ? "\n" : ",\n").utf8
        bytes += try element.jsonBytes()
      }
      bytes += "]".utf8
    }
    bytes += ",\n\"totals\":".utf8
    bytes += try (members["totals"] ?? .null).jsonBytes()
    bytes += "}\n".utf8
    return bytes
  }

  /// The largest file that is read.
  private static let maximumSize = 1 << 30

  /// Reads a file.
  ///
  /// - Throws: `file.read`, `coverage.syntax`, and what `init(json:)` throws, with the file.
  package init(contentsOf path: String) throws(Diagnostic) {
    let bytes: [UInt8]
    do { bytes = try RegularFile.read(path, limit: Self.maximumSize) } catch {
      throw Diagnostic("file.read", "cannot read \(PrintableText.line(path)): \(error.reason)", hint: error.hint)
    }
    let json: JSONValue
    do { json = try JSONValue.parse(json: bytes, file: path) } catch {
      var failure = error.diagnostic("coverage.syntax")
      failure.code = "coverage.syntax"
      throw failure
    }
    do { try self.init(json: json) } catch {
      var failure = error
      failure.place = failure.place ?? .init(file: path)
      throw failure
    }
  }
}
