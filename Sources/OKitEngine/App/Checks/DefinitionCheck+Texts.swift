/// The localized texts in the bindings of the definitions.
extension DefinitionCheck {
  /// A `%key` in a binding.
  package struct LocalizedText {
    package let key: String
    package let range: SourceRange
    package let origin: Diagnostic.Origin
  }

  package var localizedTexts: [LocalizedText] {
    definition.controllers.flatMap { controller in
      texts(in: controller.values, controller.descriptor.table, of: controller) { controller.origin($0) }
    }
  }

  private func texts(
    in values: PropertyValues, _ table: SchemaTable, of controller: ComponentClass,
    _ origin: (String) -> Diagnostic.Origin
  ) -> [LocalizedText] {
    zip(table.schemas, values.slots).flatMap { schema, value -> [LocalizedText] in
      value.map { texts(in: $0, schema.name, of: controller, origin) } ?? []
    }
  }

  private func texts(
    in value: PropertyValue, _ name: String, of controller: ComponentClass, _ origin: (String) -> Diagnostic.Origin
  ) -> [LocalizedText] {
    func inside(_ component: Component) -> [LocalizedText] {
      texts(in: component.values, component.descriptor.table, of: controller) { component.origin($0, of: controller) }
    }
    func record(_ values: PropertyValues, _ fields: SchemaTable, _ name: String) -> [LocalizedText] {
      texts(in: values, fields, of: controller) { origin("\(name).\($0)") }
    }
    switch value {
    case .binding(let program):
      return Self.keys(in: program.binding.parts).map { key, range in
        var origin = origin(name)
        origin.binding = program.text
        return LocalizedText(key: key, range: range, origin: origin)
      }
    case .list(let parts):
      return parts.enumerated().flatMap { texts(in: $1, "\(name)[\($0 + 1)]", of: controller, origin) }
    case .moreActions(let actions):
      return actions.enumerated().flatMap { index, action -> [LocalizedText] in
        switch action {
        case .name(let value): texts(in: value, "\(name)[\(index + 1)]", of: controller, origin)
        case .record(let values): record(values, MoreActionDefinition.fields, "\(name)[\(index + 1)]")
        }
      }
    case .callouts(let callouts):
      return callouts.enumerated().flatMap { record($1, CalloutDefinition.fields, "\(name)[\($0 + 1)]") }
    case .sections(let sections):
      return sections.enumerated().flatMap { index, section in
        record(section.values, SectionDefinition.fields, "\(name)[\(index + 1)]") + section.cells.flatMap(inside)
      }
    case .component(let component): return inside(component)
    case .components(let components): return components.flatMap(inside)
    case .function, .text, .segue: return []
    }
  }

  /// The keys in the parts of a binding and in the parameters of its functions.
  private static func keys(in parts: [Binding.Part]) -> [(String, SourceRange)] {
    parts.flatMap { part -> [(String, SourceRange)] in
      switch part.kind {
      case .constant: return []
      case .localized(let key): return [(key, part.range)]
      case .path(let path):
        return path.segments.flatMap { segment -> [(String, SourceRange)] in
          if case .keyPath(_, let arguments?, _) = segment.kind { keys(in: arguments) } else { [] }
        }
      case .formula(let formula):
        return formula.nodes.flatMap { node -> [(String, SourceRange)] in
          if case .binding(let parts) = node.kind { keys(in: parts) } else { [] }
        }
      }
    }
  }
}
