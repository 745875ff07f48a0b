/// Segues that hand over the wrong context.
extension DefinitionCheck {
  /// The mistakes of a controller that is reached with contexts of several classes.
  ///
  /// A mistake in each of them is one of the controller, unless another class has all of the names that the controller reads: then
  /// the segue leads from the wrong place. A mistake in only some of them is one of the segues that hand these over.
  ///
  /// - Parameters:
  ///   - contexts: the classes of the contexts, with the mistakes that the controller has in each.
  ///   - segues: the segues that lead to the controller.
  func mistakes(
    of controller: ComponentClass, in contexts: [(types: ContextTypes, mistakes: [Mistake])], _ segues: [OpeningSegue]
  ) -> [Diagnostic] {
    var common = contexts[0].mistakes.filter { mistake in
      contexts.dropFirst().allSatisfy { $0.mistakes.contains { $0.place == mistake.place } }
    }
    guard isComplete else { return common.map(\.diagnostic) }
    var wrong: [Diagnostic] = []
    for (types, mistakes) in contexts {
      guard let given = types.given else { continue }
      let missing = mistakes.filter { $0.missing?.type === given }
      let special = missing.filter { mistake in !common.contains { $0.place == mistake.place } }
      let names = Set((special.isEmpty ? missing : special).compactMap { $0.missing?.name })
      guard !names.isEmpty else { continue }
      let other = special.isEmpty ? otherClass(than: given, with: readNames(of: controller, types)) : nil
      guard !special.isEmpty || other != nil else { continue }
      let found = segues.filter { $0.type === given }.map {
        wrongContext($0, of: controller, given, names.sorted(), other)
      }
      guard !found.isEmpty else { continue }
      wrong += found
      if special.isEmpty { common.removeAll { $0.missing?.type === given } }
    }
    return common.map(\.diagnostic) + wrong
  }

  /// A segue to a controller, with the class of the context that it hands over.
  struct OpeningSegue {
    let type: EntityType
    let origin: Diagnostic.Origin
  }

  /// The segues that lead to each controller, by its name.
  func openingSegues(_ contexts: [String: [ContextTypes]]) -> [String: [OpeningSegue]] {
    struct Way: Hashable {
      let root, property: String
      let type: ObjectIdentifier
      let component: ObjectIdentifier?
    }
    var segues: [String: [OpeningSegue]] = [:]
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
          segues[root.name, default: []].append(OpeningSegue(type: type, origin: origin))
        }
      }
    }
    return segues
  }

  private func wrongContext(
    _ segue: OpeningSegue, of controller: ComponentClass, _ type: EntityType, _ missing: [String], _ other: EntityType?
  ) -> Diagnostic {
    let names = missing.map { "\"\($0)\"" }.joined(separator: ", ")
    return evaluator.problem(
      "controller.context", of: segue.origin,
      "\"\(controller.name)\" reads \(names), which \(type.name) does not have",
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
