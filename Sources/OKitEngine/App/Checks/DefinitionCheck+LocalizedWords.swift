/// The words of properties that are keys of texts although they are not written as `%key`.
extension DefinitionCheck {
  var localizedWords: [LocalizedText] {
    let contexts = contextsOfLists
    return definition.controllers.flatMap { controller -> [LocalizedText] in
      let all = contexts[controller.name] ?? []
      let lists = controller.ownSectionRows.map { list in
        (list, all.flatMap(\.sections).filter { $0.list === list }.map(\.types))
      }
      return ([(controller, all)] + lists).flatMap { part, types in
        LocalizedWord.allCases.flatMap { words($0, of: part, types) }
      }
    }
  }

  /// The contexts of the lists; none if no list has words that depend on them.
  private var contextsOfLists: [String: [ContextTypes]] {
    let needs = definition.controllers.contains { controller in
      !controller.ownSectionRows.isEmpty
        || controller.descriptor.isKind(of: .list)
          && (adds(controller) || controller.values[ListController.listKeys.searchFilters] != nil)
    }
    guard needs, let home = definition.firstController else { return [:] }
    return ContextTypes.all(from: home, context: homeType, definition, evaluator)
  }

  private func words(
    _ use: LocalizedWord, of controller: ComponentClass, _ contexts: [ContextTypes]
  ) -> [LocalizedText] {
    let (values, keys) = (controller.values, ListController.listKeys)
    let isList = controller.descriptor.isKind(of: .list)
    switch use {
    case .entityClass:
      guard isList, adds(controller) || hasAddRow(controller) else { return [] }
      if let name = values.text(keys.typeName) { return [text(use, name, controller.origin("typeName"))] }
      if let name = values.text(keys.type) { return [text(use, name, controller.origin("type"))] }
      let name = values.text(keys.addName)
      let origin = controller.origin(name == nil ? "dataPath" : "addName")
      return Set(contexts.compactMap(\.row?.name)).sorted().map {
        text(use, $0, origin, name ?? values[keys.dataPath]?.writtenText)
      }
    case .property, .propertyLabel:
      guard isList else { return [] }
      var words: [LocalizedText] = []
      if adds(controller), let name = values.text(keys.addName) {
        words.append(text(use, name, controller.origin("addName")))
      }
      if use == .propertyLabel, values[keys.addPlaceholder] == nil,
        let name = values[keys.addField]?.constant?.scalarText,
        !name.isEmpty
      {
        words.append(text(use, name, controller.origin("addField")))
      }
      return words
    case .scope:
      guard isList, let value = values[keys.searchFilters] else { return [] }
      let types = contexts.compactMap(\.controller)
      // In a context of an unknown class, a word may be a name.
      return types.isEmpty ? [] : scopes(value, "searchFilters", controller, types)
    case .plural:
      guard controller.isScreen, values[Controller.keys.titleCount] != nil,
        values[Controller.keys.subTitlePath] == nil, values[Controller.keys.subTitleObjectPlural] == nil,
        case .binding(let program)? = values[Controller.keys.subTitleObject], let part = program.binding.parts.first,
        let word = program.localizedKey ?? program.constant?.scalarText
      else { return [] }
      return [
        text(
          use, word, controller.origin("subTitleObject"), program.text, part.range,
          isOptional: program.localizedKey == nil)
      ]
    case .calloutTarget:
      guard controller.isScreen, let help = values.component(Controller.keys.helpView),
        case .callouts(let callouts)? = help.values[ComponentDescriptor.helpKeys.callouts]
      else { return [] }
      return callouts.enumerated().compactMap { index, callout in
        guard let target = callout.text(CalloutDefinition.keys.target), !target.hasPrefix("#") else { return nil }
        let name = target.hasPrefix("%") ? String(target.dropFirst()) : target
        return text(
          use, name, help.origin("callouts[\(index + 1)].target", of: controller), target, isOptional: true)
      }
    }
  }

  private func text(
    _ use: LocalizedWord, _ word: String, _ origin: Diagnostic.Origin, _ written: String? = nil,
    _ range: SourceRange? = nil, isOptional: Bool = false
  ) -> LocalizedText {
    var origin = origin
    origin.binding = written ?? word
    let whole = SourceRange(0, (written ?? word).utf8.count)
    return LocalizedText(keys: [use.key(of: word)], range: range ?? whole, origin: origin, isOptional: isOptional)
  }

  /// Whether the Add button of a list asks for a name.
  private func adds(_ controller: ComponentClass) -> Bool {
    let keys = ListController.listKeys
    guard let name = controller.values.text(keys.addName), !name.isEmpty,
      controller.override(of: .onAddTap) == nil
    else { return false }
    guard case .binding(let program)? = controller.values[keys.add] else { return true }
    return program.constant?.truth != false
  }

  /// Whether a section shows the button that adds an entity.
  private func hasAddRow(_ controller: ComponentClass) -> Bool {
    let keys = ListController.listKeys
    return controller.section != nil && controller.values[keys.addField] == nil
      && controller.values[keys.add]?.constant?.truth != false
  }

  /// The plain words among the scopes of a list: what means nothing in its context.
  private func scopes(
    _ value: PropertyValue, _ name: String, _ controller: ComponentClass, _ types: [EntityType]
  ) -> [LocalizedText] {
    switch value {
    case .binding(let program):
      return zip(program.parts, program.binding.parts).compactMap { part, written in
        guard types.allSatisfy({ evaluator.startsNowhere(part, in: $0) }) else { return nil }
        return text(
          .scope, program.binding.plainText(of: written), controller.origin(name), program.text, written.range)
      }
    case .list(let values):
      return values.enumerated().flatMap { scopes($1, "\(name)[\($0 + 1)]", controller, types) }
    default: return []
    }
  }
}
