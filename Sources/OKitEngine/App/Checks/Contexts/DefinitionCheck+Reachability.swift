/// Controllers to which no way leads.
extension DefinitionCheck {
  /// Returns a warning for each controller that nothing opens.
  ///
  /// - Parameter isNamed: whether the script may open a controller by its name.
  package func unreachable(unless isNamed: (String) -> Bool) -> [Diagnostic] {
    guard let home = definition.firstController else { return [] }
    var reached: Set<String> = []
    var waiting = [home.name] + (definition.menu.map { [$0.name] } ?? [])
    waiting += definition.controllers.filter { isNamed($0.name) || isOnlyBase($0) }.map(\.name)
    while let name = waiting.popLast() {
      guard reached.insert(name).inserted, let controller = definition.content(named: name) else { continue }
      waiting += Self.segues(of: controller).map(\.segue.to) + Self.contents(of: controller).map(\.name)
    }
    return definition.controllers.compactMap { controller in
      guard definition.content(named: controller.name) != nil, !reached.contains(controller.name) else { return nil }
      return Diagnostic(
        "controller.unreachable", "nothing opens \"\(controller.name)\"", severity: .warning, place: controller.place
      ).from(Diagnostic.Origin(owner: controller.name, property: "", place: controller.place))
    }
  }

  /// The segues that the controllers of an application declare, with the menu and tabs.
  package static func segues(of definition: AppDefinition) -> [(from: String, to: String)] {
    definition.controllers.filter(\.isScreen).flatMap { controller in
      segues(of: controller).map { (from: controller.name, to: $0.segue.to) }
    }
  }

  /// The mistake of an application whose home is not defined.
  package var missingHome: Diagnostic? {
    guard !definition.controllers.isEmpty, definition.firstController == nil else { return nil }
    do {
      _ = try definition.home()
      return nil
    } catch let diagnostic as Diagnostic {
      guard let application = definition.application, diagnostic.code == "controller.unknown" else { return nil }
      let origin = application.origin("homeIdentifier")
      var problem = diagnostic.from(origin)
      problem.place = evaluator.place(of: origin) ?? problem.place
      return problem
    } catch { return nil }
  }

  /// Screens that read their context although no model is registered for it.
  package var missingModels: [Diagnostic] {
    guard let home = definition.firstController else { return [] }
    let models = ModelCheck(definition, evaluator)
    do { try models.check(from: home) } catch let diagnostic as Diagnostic { return [diagnostic] } catch { return [] }
    return models.readersOfDefault(from: home)
  }
}
