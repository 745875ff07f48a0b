extension ComponentDescriptor {
  /// The built-in classes of what a script can define, in the order of the documentation.
  package static let all: [ComponentDescriptor] = [
    list, grid, detail, form, selection, menu, settings, backup, secureBackup, views, tableController, application,
    navigation,
    tabBar,
    tableCell, switchCell, textCell, dateCell, multilineCell, segmentCell, pickerCell, sliderCell, stepperCell,
    progressCell, textPickerCell, imageCell, webCell, editCell, barButtonItem, menuBarButtonItem, view, label, button,
    helpView,
  ]
}

extension Control.Kind {
  /// The kinds of controls that cells have.
  package static let all = ComponentDescriptor.all.compactMap(\.control)
}
