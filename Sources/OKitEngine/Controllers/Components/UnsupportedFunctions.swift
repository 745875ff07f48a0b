/// The functions that OKit's classes call and this version does not: a script that overrides one gets a warning.
///
/// A class that begins to call one of them declares it among its `functions`, and its line here goes.
package enum UnsupportedFunctions {
  private enum Group { case controllers, lists, details, selections, application, cells }

  /// The names of each group, with the function that can be overridden instead.
  private static let table: [Group: [String: String?]] = [
    .controllers: [
      "setup": nil, "update": nil, "updateTitle": "titleValue", "navigate": nil, "close": nil, "returnToRoot": nil,
      "onHelpTap": nil, "refresh": nil, "didTapBarButtonItem": nil, "didTapButton": nil,
    ],
    .lists: [
      "fetchData": nil, "filterData": nil, "sortData": nil, "filterContentForSearchText": nil, "getEntity": nil,
      "addEntity": "onAddTap", "deleteEntity": "onDelete", "onTap": "onRowTap", "onAccessoryTap": nil,
      "onQuickAction": "onQuickTap", "navigateTo": nil, "refreshTriggered": "onRefresh", "startActivity": nil,
      "stopActivity": nil, "configure": "rowFor",
    ],
    .details: ["onTap": "onRowTap", "onAccessoryTap": nil, "updateData": nil],
    .selections: [
      "selectSingle": "onRowTap", "unselectSingle": "onRowTap", "selectMultiple": "onRowTap",
      "unselectMultiple": "onRowTap", "didSelect": nil, "didClearSelection": "onClearTap",
    ],
    .application: [
      "resetContent": nil, "resetAll": nil, "navigateToHome": nil, "navigateToTarget": nil,
    ],
    .cells: [
      "update": nil, "getText": nil, "setText": nil, "isOn": nil, "setOn": nil, "getValue": nil, "setValue": nil,
      "getMinValue": nil, "getMaxValue": nil, "getStepValue": nil, "getDate": nil, "setDate": nil, "getMinDate": nil,
      "getMaxDate": nil, "getSelectIndex": nil, "setSelectIndex": nil, "getPlaceholder": nil, "getIsSecure": nil,
      "isReadOnly": nil, "updateTextValue": nil, "updateDetailTextValue": nil, "updateImageValue": nil,
      "updateRibbonColor": nil,
    ],
  ]

  /// The names for a class, each with the function that it can override instead.
  package static func names(of descriptor: ComponentDescriptor) -> [String: String?] {
    var groups: [Group] = []
    if descriptor.isCell { groups = [.cells] }
    if descriptor.isController { groups = [.controllers] }
    if descriptor === ComponentDescriptor.application { groups.append(.application) }
    if descriptor.isKind(of: .list) { groups.append(.lists) }
    if descriptor.isKind(of: .selection) { groups.append(.selections) }
    if descriptor.isKind(of: .detail) { groups.append(.details) }
    var names: [String: String?] = [:]
    for group in groups { names.merge(table[group] ?? [:]) { $1 } }
    return names
  }
}
