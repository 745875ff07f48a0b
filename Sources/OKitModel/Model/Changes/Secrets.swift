/// The texts that were entered into secure fields, and the properties that such fields show. Changes, explanations, log
/// lines and messages have a mask in their place.
package final class Secrets {
  /// What is shown in place of a secret.
  package static let mask = "•••"

  /// What a hot reload carries over.
  package struct Content: Sendable {
    /// The texts as messages may have them, the newest last.
    fileprivate var texts: [String] = []
    fileprivate var properties: Set<String> = []
  }

  /// A property that a secure field shows, of an entity.
  struct Source: Hashable {
    let entity: EntityID
    let property: String
  }

  package var content = Content()
  /// The values of these are secrets, too.
  private var sources: Set<Source> = []
  /// The properties of entities whose classes declare them as secret.
  private var declared: Set<Source> = []
  /// Whether a class declares a secret property: then screens are masked, too.
  package private(set) var isDeclared = false
  /// The store whose secrets these are.
  private let owner: ModelStoreReference
  /// The number of texts that were entered so far.
  package private(set) var entered = 0

  private static let maximumCount = 1000
  /// From this number of characters on, a text is a secret everywhere. A shorter one has to stand by itself.
  private static let minimumLength = 4
  /// The number of characters after which a message may cut a value (`ModelStore.summary`).
  private static let cutLength = 40

  init(of owner: ModelStoreReference = ModelStoreReference()) { self.owner = owner }

  // MARK: Adding

  /// Adds what was entered into a secure field.
  package func add(_ text: String) {
    entered += 1
    guard !text.isEmpty else { return }
    // The person is still typing; a few letters would hide other texts.
    if let last = content.texts.last, last.count < Self.minimumLength, text != last, text.hasPrefix(last) {
      content.texts.removeLast()
    }
    insert(text)
  }

  private func insert(_ text: String) {
    var forms = [text, PrintableText.line(text)]
    // A string always has a JSON text.
    if let json = try? JSONValue.string(text).json() { forms.append(String(json.dropFirst().dropLast())) }
    for form in forms.reversed() {
      content.texts.removeAll { $0 == form }
      content.texts.append(form)
    }
    if content.texts.count > Self.maximumCount {
      content.texts.removeFirst(content.texts.count - Self.maximumCount)
    }
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
    isDeclared = true
    content.properties.insert(name)
  }

  /// Adds a declared property of a new entity. Only the names of properties protect more values than are kept.
  func add(declared name: String, of entity: EntityID) {
    if declared.count >= Self.maximumCount { declared = declared.filter { owner.store?.exists($0.entity) == true } }
    if declared.count < Self.maximumCount { declared.insert(Source(entity: entity, property: name)) }
  }

  /// Adds the value of a declared property.
  func add(value text: String) { if !text.isEmpty, !content.texts.contains(text) { insert(text) } }

  /// Adds what the properties of secure fields have now: stored values, and those that scripts have given to them.
  private func update() {
    for source in sources.union(declared) {
      guard let text = owner.store?.text(of: source), !text.isEmpty, !content.texts.contains(text) else { continue }
      insert(text)
    }
  }

  // MARK: Masking

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

  /// Returns a text as a screen shows it.
  package func shown(_ text: String) -> String { isDeclared ? masked(text) : text }

  /// Returns data as a command prints it.
  package func shown(_ value: JSONValue) -> JSONValue {
    guard isDeclared else { return value }
    update()
    return hiding(value)
  }

  private func hiding(_ text: String) -> String {
    guard !content.texts.isEmpty, !text.isEmpty else { return text }
    var masked = text
    // A secret may be a part of another one.
    for secret in content.texts.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      if secret.count > Self.cutLength {
        masked = Self.maskingParts(of: secret, in: masked)
      } else if secret.utf8.count <= masked.utf8.count, masked.contains(secret) {
        masked = Self.masking(secret, in: masked)
      }
    }
    return masked
  }

  private static func masking(_ secret: String, in text: String) -> String {
    guard secret.count < minimumLength else { return text.replacing(secret, with: mask) }
    var (result, rest) = ("", text[...])
    while let range = rest.firstRange(of: secret) {
      let before = rest[..<range.lowerBound]
      let isOwn =
        !(before.last ?? result.last ?? " ").isPartOfWord && !(rest[range.upperBound...].first ?? " ").isPartOfWord
      result += before + (isOwn ? mask : String(rest[range]))
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// Masks the parts of a long text that a message has cut: its beginning and its end, as far as they go.
  private static func maskingParts(of secret: String, in text: String) -> String {
    let (secret, text) = (Array(secret), Array(text))
    var (result, position) = ("", 0)
    while position < text.count {
      let beginning = zip(text[position...], secret).prefix { $0 == $1 }.count
      guard beginning < cutLength else {
        result += mask
        position += beginning
        continue
      }
      // The end begins anywhere in the secret.
      if text[position] == "…" {
        let rest = text[(position + 1)...]
        let end = (cutLength / 2..<secret.count).reversed().first { rest.starts(with: secret.suffix($0)) }
        if let end {
          result += "…" + mask
          position += 1 + end
          continue
        }
      }
      result.append(text[position])
      position += 1
    }
    return result
  }

  package func masked(_ diagnostic: Diagnostic) -> Diagnostic {
    update()
    guard !content.texts.isEmpty else { return diagnostic }
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
      if let text = try? value.json(), content.texts.contains(text) { .string(Self.mask) } else { value }
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

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
