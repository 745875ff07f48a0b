extension PropertySchema.Kind {
  /// The properties of the records that a value consists of; nil for values without records.
  package var fields: SchemaTable? {
    switch self {
    case .moreActions: MoreActionDefinition.fields
    case .callouts: CalloutDefinition.fields
    case .sections: SectionDefinition.allFields
    case .tabs: ComponentDescriptor.tab.table
    case .columns: ComponentDescriptor.column.table
    case .value, .action, .formula, .multipart, .text, .choice, .entityType, .segue, .cell, .barButtons, .view, .views,
      .helpView:
      nil
    }
  }
}
