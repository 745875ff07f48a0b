/// How a name of a binding is shown: its signature, and what is known about it.
struct NameText {
  let name: BindingName
  /// The function of a script that it is.
  let function: ScriptFunction?
  private let analysis: ApplicationAnalysis

  init(_ name: BindingName, _ analysis: ApplicationAnalysis) {
    (self.name, self.analysis) = (name, analysis)
    switch name.kind {
    case .function, .extensionFunction: function = analysis.function(named: name.name, of: name.owner)
    case .property, .computed, .builtInProperty, .builtInFunction: function = nil
    }
  }

  /// The parameters as text; nil for a name that is not a function, or whose parameters are not known.
  var parameters: [String]? {
    switch name.kind {
    case .property, .computed, .builtInProperty: nil
    case .builtInFunction: name.parameters.map { $0.isOptional ? "[\($0.name)]" : $0.name }
    case .function, .extensionFunction: function?.parameters
    }
  }

  /// `year: Int`, `rate(stars)`, `round([places]): Number`.
  var signature: String {
    let list = parameters.map { "(\($0.joined(separator: ", ")))" } ?? ""
    return name.name + list + (name.type.map { ": \($0)" } ?? "")
  }

  /// The text of a hover, as Markdown.
  func markdown(_ workspace: Workspace) -> String {
    var text = "```okit\n\(name.owner).\(signature)\n```"
    switch name.kind {
    case .computed: text += "\n\nComputed property."
    case .function: text += "\n\nFunction of \(name.owner)."
    case .extensionFunction: text += "\n\nExtension function of \(name.owner)."
    case .property, .builtInProperty, .builtInFunction: break
    }
    if let meaning = name.meaning { text += "\n\n\(Self.sentence(meaning))" }
    if let declaration { text += Self.text(of: declaration, workspace) }
    return text
  }

  private var declaration: ScriptDeclaration? {
    switch name.kind {
    case .property, .computed: analysis.declaration(ofProperty: name.name, of: name.owner)
    case .function, .extensionFunction: function?.declaration
    case .builtInProperty, .builtInFunction: nil
    }
  }

  /// The comment above a declaration, and its place.
  private static func text(of declaration: ScriptDeclaration, _ workspace: Workspace) -> String {
    let file = workspace.shortName(ofFile: declaration.file)
    return (declaration.comment.map { "\n\n\($0)" } ?? "") + "\n\nDeclared in \(file):\(declaration.line)"
  }

  static func sentence(_ phrase: String) -> String {
    guard let first = phrase.first else { return "" }
    return first.uppercased() + phrase.dropFirst() + (phrase.hasSuffix(".") ? "" : ".")
  }
}
