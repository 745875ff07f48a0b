import OKitEngine

/// The code and the rendered text of what `body` throws.
package func problem(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch let diagnostic as Diagnostic {
    return "\(diagnostic.code.rawValue): \(diagnostic)"
  } catch {
    return "\(error)"
  }
}
