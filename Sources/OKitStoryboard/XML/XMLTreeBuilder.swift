internal import CExpat

/// Builds elements from the calls of expat.
final class XMLTreeBuilder {
  private let parser: XML_Parser
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private let limits: XMLDocument.Limits
  private var open: [XMLElement] = []
  private var count = 0
  private(set) var root: XMLElement?
  /// The reason why the builder has stopped expat.
  private(set) var failure: Diagnostic?

  init(_ parser: XML_Parser, _ bytes: UnsafeBufferPointer<UInt8>, _ file: String, _ limits: XMLDocument.Limits) {
    (self.parser, self.bytes, self.file, self.limits) = (parser, bytes, file, limits)
  }

  /// Makes a parser, whose user data is a builder, call it.
  static func connect(to parser: XML_Parser) {
    XML_SetElementHandler(
      parser, { XMLTreeBuilder.of($0)?.start($1, $2) }, { data, _ in XMLTreeBuilder.of(data)?.end() })
    XML_SetCharacterDataHandler(parser) { XMLTreeBuilder.of($0)?.characters($1, $2) }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in XMLTreeBuilder.of(data)?.documentType() }
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLTreeBuilder? {
    data.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private var position: XMLPosition {
    XMLPosition(
      line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
  }

  private func place(_ position: XMLPosition) -> Diagnostic.Place {
    .init(file: file, line: position.line, column: position.column)
  }

  // MARK: Calls of expat

  private func start(_ name: UnsafePointer<CChar>?, _ values: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard failure == nil, let name else { return }
    count += 1
    guard count <= limits.elements else {
      return stop("storyboard.size", "the storyboard has more than \(limits.elements) elements")
    }
    guard open.count < limits.depth else {
      return stop("storyboard.size", "the elements of the storyboard are nested more than \(limits.depth) deep")
    }
    let element = XMLElement(String(cString: name), at: position, attributes(values))
    open.last?.add(element)
    open.append(element)
  }

  private func attributes(_ values: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [XMLAttribute] {
    guard let values, values[0] != nil else { return [] }
    var positions = AttributePositions(
      bytes, start: Int(XML_GetCurrentByteIndex(parser)), count: Int(XML_GetCurrentByteCount(parser)),
      position: position)
    var attributes: [XMLAttribute] = []
    var index = 0
    // A list of names and values in turn, which ends with a null pointer.
    while let name = values[index], let value = values[index + 1] {
      let found = positions.next() ?? (position, position)
      attributes.append(
        XMLAttribute(
          name: String(cString: name), value: String(cString: value), position: found.name, valuePosition: found.value))
      index += 2
    }
    return attributes
  }

  private func end() {
    guard failure == nil, let element = open.popLast() else { return }
    if open.isEmpty { root = element }
  }

  private func characters(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard failure == nil, let text, let element = open.last else { return }
    text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
      element.add(text: String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self))
    }
  }

  private func documentType() {
    stop(
      "storyboard.xml", "a storyboard has no document type, which could define entities",
      hint: "remove the <!DOCTYPE …> declaration")
  }

  // MARK: Failures

  private func stop(_ code: Diagnostic.Code, _ message: String, hint: String? = nil) {
    failure = failure ?? Diagnostic(code, message, place: place(position), hint: hint)
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  /// The error for XML that expat has rejected.
  var damage: Diagnostic {
    let error = XML_GetErrorCode(parser)
    let reason = XML_ErrorString(error).map { String(cString: $0) } ?? "unknown error"
    var diagnostic = Diagnostic("storyboard.xml", "the XML is damaged: \(reason)", place: place(position))
    if let element = open.last, error == XML_ERROR_TAG_MISMATCH || error == XML_ERROR_NO_ELEMENTS || isAtEnd {
      let start = "\(element.position.line):\(element.position.column)"
      diagnostic.hint = "expected </\(element.name)>, for the element that begins at \(start)"
    }
    return diagnostic
  }

  /// Whether the document ends inside of an element.
  private var isAtEnd: Bool { Int(XML_GetCurrentByteIndex(parser)) >= bytes.count }
}
