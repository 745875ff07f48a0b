/// The title and the image of the quick action.
///
/// Both belong to the list, so that all rows have the same, unless a binding begins with a name of the rows' class that
/// the context of the list does not have: then each row has its own, as in OKit.
extension ListController {
  /// Gives a mode the quick action of the list, and says what each row reads for itself.
  func setQuick(of mode: inout ListRow.Mode) {
    let (keys, properties) = (Self.listKeys, properties)
    mode.isQuickNameOfRow = readsRows(properties.given(keys.quickName))
    mode.isQuickImageOfRow = readsRows(properties.given(keys.quickImage))
    if !mode.isQuickNameOfRow { mode.quickName = properties[keys.quickName] }
    if !mode.isQuickImageOfRow { mode.quickImage = properties[keys.quickImage] }
  }

  private func readsRows(_ value: PropertyValue?) -> Bool {
    guard case .binding(let program)? = value, !program.hasOnlyTexts else { return false }
    return evaluator.readsRows(program, row: elementType, own: effectiveContext.flatMap(store.type(of:)))
  }
}

extension ListRow {
  /// The quick action of the row; nil without one.
  func quick(_ mode: Mode) -> (title: String, image: String?)? {
    let keys = ListController.listKeys
    let name = mode.isQuickNameOfRow ? properties[keys.quickName] : mode.quickName
    let image = mode.isQuickImageOfRow ? properties[keys.quickImage] : mode.quickImage
    guard let title = name ?? image, !title.isEmpty else { return nil }
    return (title, image)
  }
}

extension Evaluator {
  /// Whether the parts of a binding begin with names that the class of the rows of a list has, and that of its context
  /// has not.
  func readsRows(_ program: BindingProgram, row: EntityType?, own: EntityType?) -> Bool {
    func knows(_ type: EntityType?, _ name: NameStep) -> Bool {
      guard let type else { return false }
      if case .unknown = name.meaning(for: type, self) { return false }
      return true
    }
    var hasNames = false
    for part in program.parts {
      for path in part.paths {
        guard case .path(.context, let steps) = path.source, case .name(let name)? = steps.first else { continue }
        guard knows(row, name), !knows(own, name) else { return false }
        hasNames = true
      }
    }
    return hasNames
  }
}
