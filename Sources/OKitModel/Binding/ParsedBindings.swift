/// The bindings that were parsed, by their texts, for evaluators of several applications. Used by one thread at a time.
package final class ParsedBindings {
  private var bindings: [String: Binding] = [:]

  package init() {}

  /// Returns the binding of a text; parses it only the first time.
  ///
  /// - Throws: what `Binding.parse` throws.
  func binding(_ text: String) throws(Diagnostic) -> Binding {
    // Texts that Swift calls equal may differ in their bytes, which places in errors count.
    if let binding = bindings[text], binding.text.utf8.elementsEqual(text.utf8) { return binding }
    let binding = try Binding.parse(text)
    // Texts may come from data, so the number is limited.
    if bindings.count >= 10_000 { bindings.removeAll() }
    bindings[text] = binding
    return binding
  }
}
