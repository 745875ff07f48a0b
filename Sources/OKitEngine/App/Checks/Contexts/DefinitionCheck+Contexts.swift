/// Segues and tabs that hand over the wrong context.
extension DefinitionCheck {
  /// The mistakes in bindings, and the controllers that are given contexts of the wrong class.
  struct ContextMistakes {
    let found: [Diagnostic]
    let wrong: Set<ContextTypes.Visit>
  }

  /// The mistakes of a controller that is reached with contexts of several classes.
  ///
  /// A mistake in each of them is one of the controller, unless another class has all of the names that the controller
  /// reads: then the segue leads from the wrong place. A mistake in only some of them is one of the segues that hand
  /// these over.
  ///
  /// - Parameters:
  ///   - contexts: the classes of the contexts, with the mistakes that the controller has in each.
  ///   - openings: what opens the controller.
  func mistakes(
    of controller: ComponentClass, in contexts: [(types: ContextTypes, mistakes: [Mistake])], _ openings: [Opening]
  ) -> ContextMistakes {
    let common = Self.common(contexts.map(\.mistakes))
    guard isComplete else { return ContextMistakes(found: common.map(\.diagnostic), wrong: []) }
    var found: [Diagnostic] = []
    var wrong: Set<ContextTypes.Visit> = []
    for (types, mistakes) in contexts {
      guard let given = types.given, !wrong.contains(.init(controller.name, given)) else { continue }
      let missing = mistakes.filter { $0.missing?.type === given }
      let special = missing.filter { mistake in !common.contains { $0.place == mistake.place } }
      let names = Set((special.isEmpty ? missing : special).compactMap { $0.missing?.name })
      guard !names.isEmpty else { continue }
      let own = openings.filter { $0.type === given }
      let misfits = special.isEmpty ? misfits(own, of: controller, types, names) : own.map { ($0, nil) }
      guard !misfits.isEmpty else { continue }
      for (opening, other) in misfits {
        if let origin = opening.origin {
          found.append(wrongContext(origin, of: controller, given, names.sorted(), other))
        } else {
          // No text names the first screen.
          found += special.map(\.diagnostic)
        }
      }
      wrong.insert(.init(controller.name, given))
    }
    let right = contexts.filter { $0.types.given.map { !wrong.contains(.init(controller.name, $0)) } ?? true }
    if !right.isEmpty {
      found = (wrong.isEmpty ? common : Self.common(right.map(\.mistakes))).map(\.diagnostic) + found
    } else if let (types, _) = contexts.first {
      // What depends on the wrong context follows from it.
      let certain = mistakes(of: controller, ContextTypes(controller, context: nil, from: types.opener, evaluator))
      found = common.filter { mistake in certain.contains { $0.place == mistake.place } }.map(\.diagnostic) + found
    }
    return ContextMistakes(found: found, wrong: wrong)
  }

  /// The mistakes that all contexts have.
  private static func common(_ mistakes: [[Mistake]]) -> [Mistake] {
    (mistakes.first ?? []).filter { mistake in
      mistakes.dropFirst().allSatisfy { $0.contains { $0.place == mistake.place } }
    }
  }

  /// The openings of a controller that has the same mistakes in all contexts, and a class that it fits: one that has
  /// all of the names that it reads. The only unknown name of a first screen is more probably misspelt.
  private func misfits(
    _ openings: [Opening], of controller: ComponentClass, _ types: ContextTypes, _ names: Set<String>
  ) -> [(Opening, EntityType?)] {
    let named = openings.filter { $0.origin != nil }
    guard names.count > 1 || named.contains(where: { !$0.isFirst }), let given = types.given,
      let other = otherClass(than: given, with: readNames(of: controller, types))
    else { return [] }
    return named.map { ($0, other) }
  }

  /// What opens a controller, with the class of the context that it hands over.
  struct Opening {
    let type: EntityType
    /// The property that names the controller; nil for a first screen that none does.
    let origin: Diagnostic.Origin?
    /// Whether it is a first screen: the home, one of its tabs or the menu.
    var isFirst = false
  }

  /// What opens each controller, by its name.
  func openings(_ contexts: [String: [ContextTypes]], from home: ComponentClass) -> [String: [Opening]] {
    struct Way: Hashable {
      let root, property: String
      let type: ObjectIdentifier
      let component: ObjectIdentifier?
    }
    var openings = firstOpenings(home)
    for controller in definition.controllers {
      var known: Set<Way> = []
      for target in (contexts[controller.name] ?? []).flatMap(\.targets) {
        guard let type = target.type else { continue }
        let origin = target.component?.origin(target.property, of: controller) ?? controller.origin(target.property)
        for root in definition.roots(ofContentNamed: target.name) {
          let way = Way(
            root: root.name, property: target.property, type: ObjectIdentifier(type),
            component: target.component.map(ObjectIdentifier.init))
          guard known.insert(way).inserted else { continue }
          openings[root.name, default: []].append(Opening(type: type, origin: origin))
        }
      }
    }
    return openings
  }

  /// The first screens: the home or its tabs, and the menu.
  private func firstOpenings(_ home: ComponentClass) -> [String: [Opening]] {
    guard let type = homeType else { return [:] }
    var openings: [String: [Opening]] = [:]
    // A container inside of itself, which is a mistake of its own, has no first screen.
    var seen: Set<ObjectIdentifier> = []
    func add(_ content: ComponentClass, _ origin: Diagnostic.Origin?) {
      if content.isScreen {
        openings[content.name, default: []].append(Opening(type: type, origin: origin, isFirst: true))
        return
      }
      guard seen.insert(ObjectIdentifier(content)).inserted else { return }
      for (name, origin) in Self.contents(of: content) {
        guard let inner = definition.content(named: name), inner.isScreen || inner.isStack else { continue }
        add(inner, origin)
      }
    }
    add(home, namingProperty("homeIdentifier"))
    if let menu = definition.menu { add(menu, namingProperty("menuIdentifier")) }
    return openings
  }

  private func namingProperty(_ name: String) -> Diagnostic.Origin? {
    definition.application.flatMap { $0.has(name) ? $0.origin(name) : nil }
  }

  private func wrongContext(
    _ origin: Diagnostic.Origin, of controller: ComponentClass, _ type: EntityType, _ missing: [String],
    _ other: EntityType?
  ) -> Diagnostic {
    let names = PrintableText.list(missing)
    return evaluator.problem(
      "controller.context", of: origin, "\"\(controller.name)\" reads \(names), which \(type.name) does not have",
      hint: other.map { "\"\(controller.name)\" fits \($0.name)" })
  }

  /// A class of the script that has all names.
  private func otherClass(than type: EntityType, with names: Set<String>) -> EntityType? {
    store.types.all.first { other in
      other.place != nil && !other.isSubtype(of: type)
        && names.allSatisfy { name in
          if case .unknown = evaluator.resolver.meaning(of: name, on: other) { false } else { true }
        }
    }
  }
}

extension ComponentClass {
  /// Whether it is a navigation controller, which has one root.
  fileprivate var isStack: Bool { descriptor === ComponentDescriptor.navigation }
}
