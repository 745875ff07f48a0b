extension Feature {
  /// The parameters of the function in whose call the cursor is.
  static let signatureHelp = Feature(
    "textDocument/signatureHelp", "signatureHelpProvider", ["triggerCharacters": ["(", ","]]
  ) { (place: DocumentPlace) in
    guard let found = BindingPlace(place), case .binding(let context) = found.meaning else { return .null }
    let cursor = BindingCursor(place.document.text.bytes[found.contents.lowerBound..<place.offset])
    // Parentheses of a formula may belong to no function.
    guard let call = cursor.calls.last(where: { !$0.name.isEmpty }) else { return .null }
    let inspector = found.inspector
    let label: String
    let parameters: [String]
    let meaning: String?
    if let name = inspector.name(call.name, after: inspector.type(of: call.path, in: context)) {
      let text = NameText(name, place.analysis)
      guard let list = text.parameters else { return .null }
      (label, parameters, meaning) = (text.signature, list, name.meaning ?? text.function?.declaration.comment)
    } else if call.isInFormula, call.path.isEmpty, let signature = FormulaSignature.named(call.name) {
      (label, parameters, meaning) = (signature.label, signature.parameters, signature.meaning)
    } else {
      return .null
    }
    // More arguments than parameters belong to the last one: `max(x, y, …)`.
    let active = min(call.parameter, max(0, parameters.count - 1))
    return [
      "signatures": [
        .members([
          "label": .string(label), "documentation": meaning.map { .string(NameText.sentence($0)) },
          "parameters": .array(parameters.map { ["label": .string($0)] }),
        ])
      ],
      "activeSignature": 0, "activeParameter": .int(active),
    ]
  }
}
