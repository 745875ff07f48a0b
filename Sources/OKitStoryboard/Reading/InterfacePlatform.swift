/// The kinds of Interface Builder files: okit reads storyboards of iOS.
enum InterfacePlatform {
  /// Checks what a file is, by the type of its root element.
  ///
  /// - Returns: A warning about a platform whose storyboards have the same elements.
  /// - Throws: `storyboard.file` for other files of Interface Builder.
  static func check(_ root: XMLElement, file: String) throws -> Diagnostic? {
    guard ["document", "archive"].contains(root.name) else { return nil }
    let type = root["type"] ?? ""
    let position = root.attribute("type")?.valuePosition ?? root.position
    let place = Diagnostic.Place(file: file, line: position.line, column: position.column)
    func failure(_ what: String, _ hint: String) -> Diagnostic {
      Diagnostic(
        "storyboard.file", "the file is \(what); okit reads storyboards of iOS", place: place,
        hint: hint)
    }
    if root.name == "archive" {
      throw failure("an archive of Xcode 4 or older", "open it in a newer Xcode, and save it")
    }
    let target = root["targetRuntime"] ?? ""
    if type.contains(".Cocoa.") || target == "MacOSX.Cocoa" {
      throw failure("for macOS", "use the storyboard of the iOS application")
    }
    if type.contains("WatchKit") || target == "watchKit" {
      throw failure("for watchOS", "use the storyboard of the iOS application")
    }
    if type.hasSuffix(".XIB"), !type.contains("Storyboard") {
      throw failure(
        "a XIB file with views, without scenes", "use the storyboard that has the controllers")
    }
    if let system = otherSystem(type, target) {
      return Diagnostic(
        "storyboard.unused", "the storyboard is for \(system); okit reads it as one for iOS",
        severity: .warning, place: place)
    }
    if root["launchScreen"] == "YES" {
      return Diagnostic(
        "storyboard.unused",
        "the storyboard is a launch screen, and has no screens of the application",
        severity: .warning, place: place)
    }
    return nil
  }

  /// The system of a storyboard that is not for iOS; nil for iOS, and where the file does not say it.
  private static func otherSystem(_ type: String, _ target: String) -> String? {
    let known = [("AppleTV", "tvOS"), ("VisionOS", "visionOS"), ("vision", "visionOS"), ("XROS", "visionOS")]
    if let found = known.first(where: { type.contains($0.0) || target.contains($0.0) }) { return found.1 }
    if !target.isEmpty, !target.hasPrefix("iOS.") { return "the unknown system \(PrintableText.quoted(target))" }
    guard !type.isEmpty, !type.contains(".CocoaTouch.") else { return nil }
    return "an unknown system, of the type \(PrintableText.quoted(type))"
  }
}
