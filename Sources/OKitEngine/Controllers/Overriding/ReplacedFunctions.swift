/// The functions that a class of OKit, or of UIKit above it, lets an application override and that nothing calls here,
/// with what a script uses in their place. A screen is plain data, so that what only draws it, or handles gestures, has
/// no equivalent.
package enum ReplacedFunctions {
  private struct Entry {
    let names: [String]
    let hint: String

    init(names: [String], use replacement: String) { (self.names, hint) = (names, "use \(replacement)") }

    init(names: [String], because reason: String) { (self.names, hint) = (names, reason) }
  }

  /// Returns the hint of what a class has instead of a function; nil for a name that OKit does not have there.
  package static func hint(for name: String, in descriptor: ComponentDescriptor) -> String? {
    (tables(descriptor) + [anywhere]).lazy.flatMap(\.self).first { $0.names.contains(name) }?.hint
  }

  private static func tables(_ descriptor: ComponentDescriptor) -> [[Entry]] {
    switch descriptor.role {
    case .controller: descriptor === ComponentDescriptor.application ? [application] : [controllers]
    case .cell: [cells]
    case .view, .barButton: [views]
    case .container, .tab, .column: []
    }
  }

  private static let anywhere = [
    Entry(names: ["awakeFromNib", "prepareForInterfaceBuilder"], use: "the properties of extend"),
    Entry(names: ["makeOwner", "requestUpdate"], because: "a screen follows the models by itself"),
    Entry(names: ["resetContext"], use: "contextPath"),
  ]

  private static let controllers = [
    Entry(names: ["viewDidLoad"], use: "setup"),
    Entry(names: ["viewWillAppear", "viewDidAppear", "viewWillTransition"], use: "update"),
    Entry(names: ["viewWillDisappear", "viewDidDisappear"], use: "close or onCloseTap"),
    Entry(names: ["navigationBarTapped"], use: "the property titleTap"),
    Entry(names: ["titleStringValue"], use: "titleValue"),
    Entry(names: ["numberOfSections", "buildSections"], use: "fetchData and the property group"),
    Entry(names: ["tableView"], use: "the functions of rows, such as fetchData, rowFor, onTap and onDelete"),
    Entry(names: ["accessoryViewFor"], use: "accessoryView of the cell, or accessory in rowFor"),
    Entry(names: ["handleTheme"], use: "applyTheme"),
    Entry(
      names: ["firstTextFieldBecomeFirstResponder", "textFieldBecomeFirstResponder"],
      use: "updateEdit: a field has the focus when it is edited"),
    Entry(names: ["segueDestinationSelectionController"], use: "prepare"),
    Entry(names: ["shouldPerformSegue", "performSegue"], use: "navigate, or the property navEnabled"),
    Entry(
      names: [
        "updateSearchResults", "searchBar", "searchBarIsEmpty", "searchBarCancelButtonClicked", "isFiltering",
      ], use: "filterContentForSearchText"),
    Entry(names: ["sectionIndexTitles"], use: "the property index"),
    Entry(
      names: ["handleTextFieldTextDidChangeNotification", "handleRestorTextFieldTextDidChangeNotification"],
      use: "addBackupDialog or onAddTap"),
    Entry(names: ["selectionContext", "resetSelectionContext"], use: "the property selectionContextPath"),
    Entry(names: ["scrollToTop"], because: "a screen has no scroll position of its own"),
  ]

  private static let application = [
    Entry(names: ["viewDidLoad", "viewDidAppear", "setup", "initialized"], use: "okit.Model.initialize"),
    Entry(names: ["refresh", "invalidate"], use: "refresh of a controller"),
    Entry(names: ["protectData"], use: "protect"),
    Entry(names: ["resetProtectionCover", "applyProtectionCover"], use: "showProtectionCover and hideProtectionCover"),
    Entry(names: ["didTapProtectCover"], use: "unprotect"),
    Entry(names: ["apply"], use: "applyTheme, applyEncryption and applyProtection"),
    Entry(names: ["setCurrentThemeName"], use: "applyTheme, or the property themeName"),
    Entry(names: ["setCurrentEncryption"], use: "the property encryption"),
    Entry(names: ["setCurrentProtection"], use: "the property protection"),
    Entry(
      names: ["setCurrentProtectionTimeout", "applyProtectionTimeout"], use: "the property protectionTimeout"),
    Entry(names: ["setCurrentProtectionCover"], use: "the property protectionCover"),
    Entry(
      names: ["handlePanGesture", "gestureRecognizer", "gestureRecognizerShouldBegin", "didTapMenuCover"],
      use: "an okit.ModelMenuBarButtonItem: the menu has no gestures"),
    Entry(names: ["slideMenuTracked"], use: "slideMenu"),
    Entry(names: ["endEditing"], use: "setEditing of a controller"),
    Entry(names: ["navigateTo"], use: "okit.navigate"),
  ]

  private static let cells = [
    Entry(names: ["setup", "prepareControl"], use: "the properties of extend"),
    Entry(names: ["setEditing", "setSelected", "setHighlighted"], use: "updateEdit or update"),
    Entry(names: ["updateOn"], use: "isOn"),
    Entry(names: ["updateText", "textViewDidBeginEditing", "textViewDidEndEditing"], use: "getText and setText"),
    Entry(names: ["updatePlaceholder"], use: "getPlaceholder"),
    Entry(names: ["updateIsSecure"], use: "getIsSecure"),
    Entry(names: ["updateDate"], use: "getDate"),
    Entry(names: ["updateMinDate"], use: "getMinDate"),
    Entry(names: ["updateMaxDate"], use: "getMaxDate"),
    Entry(names: ["updateMode"], use: "getPickerMode"),
    Entry(names: ["updateDetail"], use: "updateDetailTextValue"),
    Entry(names: ["updateValue", "refreshSliderValue"], use: "getValue"),
    Entry(names: ["setSliderValue", "setStepperValue"], use: "setValue"),
    Entry(names: ["setMinValue", "updateMinValue"], use: "getMinValue"),
    Entry(names: ["setMaxValue", "updateMaxValue"], use: "getMaxValue"),
    Entry(names: ["setStepValue", "updateStepValue"], use: "getStepValue"),
    Entry(names: ["setMinImage", "updateMinImage"], use: "getMinImage"),
    Entry(names: ["setMaxImage", "updateMaxImage"], use: "getMaxImage"),
    Entry(names: ["updateSegments"], use: "the property segmentsPath"),
    Entry(names: ["updateSelectIndex", "updateSelectionPath", "getSelectionPath"], use: "getSelectIndex"),
    Entry(names: ["setSelectionPathKey", "pickerView"], use: "setSelectIndex"),
    Entry(names: ["updateData", "fetchData", "numberOfComponents"], use: "the property dataPath"),
    Entry(names: ["updateFrame"], use: "the property width"),
    Entry(names: ["indexPath"], use: "self.entity"),
  ]

  private static let views = [
    Entry(names: ["setup"], use: "the properties of extend"),
    Entry(names: ["applyTheme", "tintColorDidChange"], use: "applyTheme of a controller"),
    Entry(names: ["didTap"], use: "didTapButton of a controller, or the property tap"),
    Entry(names: ["indexPath"], use: "self.context"),
    Entry(
      names: [
        "addTopBorder", "setTopBorder", "addBottomBorder", "setBottomBorder", "bottomBorder", "fadeOutBottomBorder",
        "fadeInBottomBorder",
      ], because: "a screen does not draw borders"),
  ]
}
