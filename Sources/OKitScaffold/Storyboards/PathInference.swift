/// Follows the bindings of a storyboard, and notes what they expect of the classes.
final class PathInference {
  /// The models by name; "" is the default one.
  private(set) var models: [(name: String, root: EntityShape)]
  private(set) var classes: [EntityShape] = []
  /// Whether bindings use the model of the settings, which okit defines.
  private(set) var usesSettings = false
  /// A name of a class or a property that a script cannot declare; nil for none.
  private(set) var unusableName: String?

  init(root: String) { models = [("", EntityShape(root))] }

  /// What a path leads to: an entity, and the property that it comes from.
  struct Place {
    var entity: EntityShape?
    var property: PropertyShape?
  }

  enum Expectation {
    case any, text, bool, number, index, date, color, image, entity, action
    /// A list with elements of a class.
    case list(EntityShape?)
    /// A reference to one of the entities of a class, or a list of these.
    case selection(EntityShape?)
  }

  func type(_ name: String) -> EntityShape {
    note(name)
    if let known = classes.first(where: { $0.name == name }) { return known }
    let type = EntityShape(name)
    classes.append(type)
    return type
  }

  private func note(_ name: String) {
    if unusableName == nil, !(LuaToken.isName(name) && name.utf8.allSatisfy { $0 < 0x80 }) { unusableName = name }
  }

  var root: Place { Place(entity: models[0].root) }

  /// The class that a property of this name has: one whose name it ends with, or a new one.
  private func type(for name: String) -> EntityShape {
    let words = Words(name).withLast(EnglishNouns.singular)
    // `leadAuthor` is an `Author`, and `dates` are `BookDate`s.
    let fitting = classes.filter { words.ends(with: Words($0.name)) }
    let longer = classes.filter { Words($0.name).ends(with: words) }
    return fitting.max { $0.name.count < $1.name.count } ?? (longer.count == 1 ? longer[0] : type(words.pascalCase))
  }

  // MARK: Bindings

  /// Follows each part of a binding.
  ///
  /// - Returns: Where the last part leads.
  @discardableResult
  func follow(_ text: String, from place: Place, expecting: Expectation) -> Place? {
    // A text that is not a binding is a finding of the check.
    guard let binding = try? Binding.parse(text) else { return nil }
    var last: Place?
    for part in binding.parts where !part.isEmpty {
      guard case .path(let path) = part.kind else { continue }
      last = follow(path, from: place, expecting: part.negated ? .bool : expecting)
    }
    if binding.parts.count == 1, binding.parts[0].isEmpty || text == "." { return place }
    return last
  }

  private func follow(_ path: Binding.Path, from place: Place, expecting: Expectation) -> Place? {
    var place: Place? = place
    if let name = path.model, !name.isEmpty {
      guard name != "settings" else {
        usesSettings = true
        return nil
      }
      place = Place(entity: model(name))
    } else if path.absolute || path.model != nil {
      place = root
    }
    var steps: [Step] = []
    for segment in path.segments {
      switch segment.kind {
      case .current: continue
      // Where the owner is, other bindings tell.
      case .parent, .root, .reference: return nil
      case .keyPath(let keys, let arguments, let index):
        for (number, key) in keys.enumerated() {
          let isLast = number == keys.count - 1
          steps.append(Step(kind: key.kind, isCall: isLast && arguments != nil, hasIndex: isLast && index != nil))
        }
      }
    }
    return follow(steps[...], from: place, expecting)
  }

  private func model(_ name: String) -> EntityShape {
    if let known = models.first(where: { $0.name == name }) { return known.root }
    let root = EntityShape(Words(name).pascalCase)
    models.append((name, root))
    return root
  }

  private struct Step {
    var kind: Binding.KeyPathStep.Kind
    var isCall: Bool
    var hasIndex: Bool
  }

  private func follow(_ steps: ArraySlice<Step>, from place: Place?, _ expecting: Expectation) -> Place? {
    guard let place, let step = steps.first else { return place }
    let rest = steps.dropFirst()
    switch step.kind {
    case .collection(.count): return nil
    case .collection:
      guard let elements = place.entity else { return nil }
      return follow(rest, from: Place(entity: elements, property: nil), .number)
    case .name(let name):
      if ["ref", "refKey"].contains(name), place.property != nil {
        place.property?.useAsReference()
        return name == "ref" ? follow(rest, from: Place(entity: place.entity), expecting) : nil
      }
      guard let entity = place.entity else {
        place.property?.use(as: ValueFunctions.kind(of: name))
        return nil
      }
      // A reference has no other properties.
      if place.property?.isReference == true { return nil }
      if step.isCall || (isAction(expecting) && rest.isEmpty) {
        if !Self.builtIn.contains(name) { entity.addFunction(name, isAction: isAction(expecting) && rest.isEmpty) }
        return nil
      }
      guard !entity.hasFunction(name), !Self.builtIn.contains(name) else { return nil }
      note(name)
      let property = entity.property(name)
      apply(to: property, step, rest.first, expecting)
      return follow(rest, from: Place(entity: property.entity, property: property), expecting)
    }
  }

  private static let builtIn: Set = ["id", "parent", "model"]

  private func isAction(_ expectation: Expectation) -> Bool { if case .action = expectation { true } else { false } }

  /// Notes what a step and its successor, or the end of the path, expect of a property.
  private func apply(to property: PropertyShape, _ step: Step, _ next: Step?, _ expecting: Expectation) {
    guard let next else {
      end(at: property, expecting)
      return
    }
    if step.hasIndex { return property.use(as: .many(type(for: property.name))) }
    switch next.kind {
    case .collection: property.use(as: .many(type(for: property.name)))
    case .name(let name):
      let kind = ValueFunctions.kind(of: name)
      if case .unknown = kind {
        let isList = EnglishNouns.isPlural(Words(property.name).all.last ?? "")
        property.use(as: isList ? .many(type(for: property.name)) : .one(type(for: property.name)))
      }
    }
  }

  private func end(at property: PropertyShape, _ expecting: Expectation) {
    switch expecting {
    case .any, .action: break
    case .text: property.use(as: .text)
    case .bool: property.use(as: .bool)
    case .number: property.use(as: .double)
    case .index: property.use(as: .int)
    case .date: property.use(as: .date)
    case .color: property.use(as: .color)
    case .image: property.use(as: .image)
    case .entity: property.use(as: .one(type(for: property.name)))
    case .list(let entity): property.use(as: .many(entity ?? type(for: property.name)))
    case .selection(let entity):
      let isList = EnglishNouns.isPlural(Words(property.name).all.last ?? "")
      let target = entity ?? type(for: property.name)
      property.use(as: isList ? .references(target) : .reference(target))
    }
  }
}

/// The functions of bindings that need values of a type.
enum ValueFunctions {
  private static let dates: Set = [
    "formatDate", "formatFullDate", "formatDateTime", "formatTime", "formatISO", "formatRelativeDate",
    "formatRelativeFullDate", "formatRelativeDateTime", "formatRelativeTime", "formatInterval", "format", "year",
    "month",
    "day", "hour", "minute", "second", "weekday",
  ]
  private static let numbers: Set = [
    "round", "round2", "abs", "floor", "ceil", "prefix", "suffix", "prefixLocalized", "suffixLocalized", "prefixPlural",
    "suffixPlural", "prefixPluralLocalized", "suffixPluralLocalized", "formatSeconds", "formatSecondsText",
    "formatFileSize", "formatNumber", "formatCurrency",
  ]
  private static let texts: Set = [
    "initial", "localized", "capitalize", "uppercased", "lowercased", "trimmed", "length", "searchNormalized", "mask",
    "unmask", "nameInitials",
  ]

  /// The kind of the values that have a function; unknown for a name that is not a function.
  static func kind(of name: String) -> PropertyShape.Kind {
    if dates.contains(name) { return .date }
    if numbers.contains(name) { return .double }
    if texts.contains(name) { return .text }
    return ["hexColor", "isDark", "isLight"].contains(name) ? .color : .unknown
  }
}
