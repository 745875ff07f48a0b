/// The texts that nobody may see: those that were entered into secure fields, the values of secret properties and of
/// those that secure fields show, and credentials. What an application shows, prints, logs or reports passes here, and
/// has a mask in their place.
package final class Secrets {
  /// What is shown in place of a secret.
  package static let mask = "•••"

  /// What a hot reload carries over.
  package struct Content: Sendable {
    /// The newest last.
    fileprivate var texts: [String] = []
    fileprivate var properties: Set<String> = []
  }

  /// A property that a secure field shows, of an entity.
  struct Source: Hashable {
    let entity: EntityID
    let property: String
  }

  package private(set) var content = Content()
  /// The texts of the content, and how they may be written.
  private var (known, forms) = (Set<String>(), SecretForms())
  /// The values of these are secrets, too.
  private var sources: Set<Source> = []
  /// The properties of entities whose classes declare them as secret.
  private var declared: Set<Source> = []
  /// Whether a class declares a secret property, or there are credentials: then screens and output are masked, too.
  // An accessor, because other modules do not know that the flag is unchecked.
  package var isDeclared: Bool { hasDeclared }
  @exclusivity(unchecked) private var hasDeclared = false
  /// The store whose secrets these are.
  private let owner: ModelStoreReference
  /// The number of texts that were entered so far.
  package private(set) var entered = 0

  /// Of the properties that are known by their entities.
  private static let maximumCount = 1000
  /// More than these properties have, so that their present values stay.
  private static let maximumTexts = 4 * maximumCount

  init(of owner: ModelStoreReference) { self.owner = owner }

  /// Secrets that belong to no models.
  package convenience init() { self.init(of: ModelStoreReference()) }

  // MARK: Adding

  /// Adds what was entered into a secure field.
  package func add(_ text: String) {
    entered += 1
    guard !text.isEmpty else { return }
    // The person is still typing; a few letters would hide other texts.
    if let last = content.texts.last, last.count < SecretForms.minimumLength, text != last, text.hasPrefix(last) {
      content.texts.removeLast()
      rebuild()
    }
    insert(text)
  }

  /// Adds credentials, which no script has.
  package func add(credential text: String) {
    hasDeclared = true
    insert(text)
  }

  /// Takes over what another state has protected.
  package func restore(_ content: Content) {
    self.content = content
    rebuild()
  }

  private func insert(_ text: String) {
    // Blanks are everywhere.
    guard text.contains(where: { !$0.isWhitespace }), known.insert(text).inserted else { return }
    content.texts.append(text)
    forms.insert(text)
    guard content.texts.count > Self.maximumTexts else { return }
    // Some at once, because the forms of the others are made again.
    content.texts.removeFirst(Self.maximumCount)
    rebuild()
  }

  private func rebuild() {
    (known, forms) = (Set(content.texts), SecretForms())
    for text in content.texts { forms.insert(text) }
  }

  /// Adds a property that a secure field shows.
  package func add(property name: String, of entity: EntityID? = nil) {
    content.properties.insert(name)
    guard let entity else { return }
    if sources.count == Self.maximumCount { sources.removeAll() }
    guard sources.insert(Source(entity: entity, property: name)).inserted else { return }
    update()
  }

  /// Declares a property of a class as secret.
  package func declare(property name: String) {
    hasDeclared = true
    content.properties.insert(name)
  }

  /// Adds a declared property of a new entity. Only the names of properties protect more values than are kept.
  func add(declared name: String, of entity: EntityID) {
    if declared.count >= Self.maximumCount { declared = declared.filter { owner.store?.exists($0.entity) == true } }
    if declared.count < Self.maximumCount { declared.insert(Source(entity: entity, property: name)) }
  }

  /// Adds the value of a declared property.
  package func add(value text: String) { if !text.isEmpty { insert(text) } }

  /// Adds what the properties of secure fields have now: stored values, and those that scripts have given to them.
  private func update() {
    for source in [sources, declared].joined() {
      if let text = owner.store?.text(of: source) { add(value: text) }
    }
  }

  // MARK: Masking

  /// Whether there is nothing to mask.
  package var isEmpty: Bool {
    update()
    return content.texts.isEmpty && content.properties.isEmpty
  }

  /// Returns whether a text has a secret.
  package func occur(in text: String) -> Bool { masked(text) != text }

  /// Returns whether a JSON text has a secret, or a member with the name of a property that holds one.
  package func occur(inData json: String) -> Bool {
    occur(in: json) || content.properties.contains { json.contains("\"\($0)\"") }
  }

  /// Returns whether a property of a path is one that a secure field shows.
  package func isSecret(path: String) -> Bool {
    guard !content.properties.isEmpty else { return false }
    let name = path.split { "/.>[]|".contains($0) }.last { !$0.allSatisfy(\.isNumber) }
    return name.map { content.properties.contains(Self.unescaped(String($0))) } ?? false
  }

  package func masked(_ text: String) -> String {
    update()
    return hiding(text)
  }

  /// Returns a text as screens and output show it.
  package func shown(_ text: String) -> String { isDeclared ? masked(text) : text }

  /// Returns the bytes of output, which need not be a text.
  package func shown(_ bytes: [UInt8]) -> [UInt8] {
    guard isDeclared else { return bytes }
    if let text = String(validating: bytes, as: UTF8.self) { return Array(masked(text).utf8) }
    update()
    return forms.masking(bytes, Self.mask)
  }

  /// Returns what masks each of many texts as `shown` does; nil where there is nothing to mask.
  package var masking: ((String) -> String)? {
    guard isDeclared else { return nil }
    update()
    return forms.isEmpty ? nil : { [forms] in forms.masking($0, Self.mask) }
  }

  /// Returns data as a command prints it.
  package func shown(_ value: JSONValue) -> JSONValue {
    guard isDeclared else { return value }
    update()
    return hiding(value)
  }

  /// Returns data as a file has it that other people may read.
  package func masked(_ value: JSONValue) -> JSONValue {
    update()
    guard !forms.isEmpty || !content.properties.isEmpty else { return value }
    return hiding(value)
  }

  /// Returns the content of a request as output shows it: a JSON text, a form, the query of a URL, or another text.
  package func shown(content text: String) -> String {
    guard isDeclared else { return text }
    if let json = try? JSONValue.parse(json: Array(text.utf8)), case let hidden = shown(json), hidden != json,
      let text = try? hidden.json()
    {
      return text
    }
    guard !content.properties.isEmpty, text.contains("=") else { return shown(text) }
    let fields = text.split(separator: "&", omittingEmptySubsequences: false).map { field in
      let name = field.prefix { $0 != "=" }
      let isSecret = content.properties.contains { name == $0 || name.hasSuffix("?\($0)") || name.hasSuffix("[\($0)]") }
      return isSecret && name.count < field.count ? "\(name)=\(Self.mask)" : String(field)
    }
    return shown(fields.joined(separator: "&"))
  }

  /// Returns values by name as output shows them.
  package func shown(_ values: [String: String]) -> [String: String] {
    guard isDeclared else { return values }
    return Dictionary(
      uniqueKeysWithValues: values.map { ($0, content.properties.contains($0) ? Self.mask : shown($1)) })
  }

  private func hiding(_ text: String) -> String { forms.masking(text, Self.mask) }

  package func masked(_ diagnostic: Diagnostic) -> Diagnostic {
    update()
    guard !forms.isEmpty else { return diagnostic }
    var copy = diagnostic
    copy.message = hiding(copy.message)
    copy.hint = copy.hint.map(hiding)
    // The lines of scripts stay as they are; any other text may be what was entered.
    if let source = copy.excerpt?.source, source.name.isEmpty, hiding(source.text) != source.text { copy.excerpt = nil }
    copy.notes = copy.notes.map { note in
      switch note {
      case .failedClose(let text): .failedClose(hiding(text))
      case .storedState(let text): .storedState(hiding(text))
      case .screen(let text): .screen(hiding(text))
      default: note
      }
    }
    return copy
  }

  private func hiding(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(hiding(text))
    case .int, .double, .number:
      // A person can only have typed a number that has a JSON text.
      if let text = try? value.json(), known.contains(text) { .string(Self.mask) } else { value }
    case .array(let elements): .array(elements.map(hiding))
    case .object(let members):
      .object(
        Dictionary(
          uniqueKeysWithValues: members.map { name, value in
            (name, content.properties.contains(name) ? Self.hidden(value) : hiding(value))
          }))
    case .null, .bool: value
    }
  }

  package func masked(_ patch: Patch) -> Patch {
    update()
    guard !content.texts.isEmpty || !content.properties.isEmpty else { return patch }
    var copy = patch
    let isSecret = isSecret(path: patch.path)
    copy.value = isSecret ? Self.hidden(patch.value) : hiding(patch.value)
    copy.old = isSecret ? Self.hidden(patch.old) : hiding(patch.old)
    return copy
  }

  private static func hidden(_ value: JSONValue) -> JSONValue { value == .null ? .null : .string(mask) }

  private static func unescaped(_ step: String) -> String {
    step.replacing("~1", with: "/").replacing("~0", with: "~")
  }
}

extension ModelStore {
  /// Returns the text of what a property has now.
  fileprivate func text(of source: Secrets.Source) -> String? {
    guard let record = record(source.entity), let property = type(of: record).property(named: source.property),
      property.computed == nil
    else { return nil }
    return record.value(of: property).scalarText
  }
}
