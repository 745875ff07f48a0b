import OKitEngine
import OKitLua
import Testing

/// Functions of controllers, cells and applications that nothing calls.
@Suite struct OverriddenFunctionTests {
  static let cases: [(superclass: String, name: String, code: String?, hint: String?)] = [
    ("ModelListTableController", "onAddTapp", "controller.unknownFunction", "did you mean \"onAddTap\"?"),
    ("ModelListTableController", "fetchDta", "controller.unknownFunction", "did you mean \"fetchData\"?"),
    ("ModelListTableController", "fetchData", nil, nil), ("ModelListTableController", "onTap", nil, nil),
    ("ModelListTableController", "returnToRoot", nil, nil),
    ("ModelDetailTableController", "onTap", nil, nil),
    ("ModelDetailTableController", "updateTitel", "controller.unknownFunction", "did you mean \"updateTitle\"?"),
    ("ModelSelectionTableController", "selectSingel", "controller.unknownFunction", "\"selectSingle\""),
    ("ModelSelectionTableController", "sortData", nil, nil),
    ("ModelTextCell", "getTxt", "controller.unknownFunction", "\"getText\""), ("ModelTextCell", "getText", nil, nil),
    ("ModelSwitchCell", "getText", "controller.unknownFunction", "\"getText\" is a function of"),
    ("ModelTextCell", "onRowTap", "controller.unknownFunction", "\"onRowTap\" is a function of"),
    ("ModelApplicationController", "protct", "controller.unknownFunction", "\"protect\""),
    ("ModelApplicationController", "protect", nil, nil),
    (
      "ModelListTableController", "onClearTap", "controller.unknownFunction",
      "function of ModelSelectionTableController"
    ),
    ("ModelListTableController", "onCloseTap", nil, nil),
    ("ModelDetailTableController", "rowFor", "controller.unknownFunction", "function of ModelListTableController"),
    ("ModelDetailTableController", "onDelete", "controller.unknownFunction", "function of ModelListTableController"),
    ("ModelSelectionTableController", "onClearTap", nil, nil), ("ModelSelectionTableController", "onMoreTap", nil, nil),
    ("ModelListTableController", "updateData", nil, nil), ("ModelListTableController", "helper", nil, nil),
    ("ModelTextCell", "helper", nil, nil), ("ModelBarButtonItem", "helper", nil, nil),
    // Functions of OKit and UIKit that nothing calls here.
    ("ModelListTableController", "viewDidLoad", "controller.unknownFunction", "use setup"),
    ("ModelListTableController", "accessoryViewFor", "controller.unknownFunction", "accessoryView of the cell"),
    ("ModelBackupTableController", "tableView", "controller.unknownFunction", "fetchData"),
    ("ModelDetailTableController", "scrollToTop", "controller.unknownFunction", "no scroll position"),
    ("ModelTextCell", "updateText", "controller.unknownFunction", "use getText and setText"),
    ("ModelTextCell", "setEditing", "controller.unknownFunction", "use updateEdit or update"),
    ("ModelSliderCell", "refreshSliderValue", "controller.unknownFunction", "use getValue"),
    ("ModelApplicationController", "setCurrentEncryption", "controller.unknownFunction", "the property encryption"),
    ("ModelButton", "addTopBorder", "controller.unknownFunction", "does not draw borders"),
    ("ModelHelpView", "didTap", "controller.unknownFunction", "didTapButton"),
    // Names that begin as those of functions which okit calls, and misspelt ones.
    ("ModelListTableController", "handleDelete", "controller.unknownFunction", "expected one of"),
    ("ModelListTableController", "didTapRow", "controller.unknownFunction", "didTapAccessoryButton"),
    ("ModelListTableController", "handleEdits", "controller.unknownFunction", "\"handleEdit\""),
    ("ModelLabel", "updat", "controller.unknownFunction", "\"update\""),
    ("ModelListTableController", "handleEdit", nil, nil), ("ModelDetailTableController", "updateUI", nil, nil),
    ("ModelBackupTableController", "loadData", nil, nil), ("ModelHelpView", "show", nil, nil),
    ("ModelDetailTableController", "loadData", "controller.unknownFunction", "ModelBackupTableController"),
  ]

  @Test(arguments: cases)
  func `a function that nothing calls is a warning`(
    _ superclass: String, _ name: String, _ code: String?, _ hint: String?
  ) throws {
    let application = try LuaApplication(
      text: """
        local okit = require "okit"
        local Class = okit.\(superclass):extend("own", { \
        \(superclass.hasPrefix("ModelApp") ? "homeIdentifier = 'home'" : "") })
        function Class:\(name)() end
        okit.ModelDetailTableController:extend("home", {})
        """, chunk: "app.lua")
    defer { application.close() }
    let found = application.runtime.diagnostics.filter { $0.code != "list.data" && $0.code != "selection.path" }
    #expect(found.map(\.code.rawValue) == (code.map { [$0] } ?? []))
    guard let warning = found.first else { return }
    #expect(warning.severity == .warning)
    #expect(warning.place == Diagnostic.Place(file: "app.lua", line: 3))
    if let hint { #expect(warning.hint?.contains(hint) == true, "\(warning)") } else { #expect(warning.hint == nil) }
  }

  /// Names of their own, and misspelt ones that a script uses.
  static let used: [(function: String, use: String)] = [
    ("refreshAll", ""), ("updateAll", ""), ("updateTotals", ""), ("fetchAll", ""), ("navigateHome", ""), ("onEdit", ""),
    ("rowFor2", ""), ("closeAll", ""), ("setupUI", ""), ("onAddTap2", ""),
    ("onAddTapp", "function Class:onRefresh() self:onAddTapp() end"),
    ("onAddTapp", "local f = function(c) c.onAddTapp(c) end"),
    ("onAddTapp", "local f = function(c) c[\"onAddTapp\"](c) end"),
    ("onAddTapp", "local f = function(c) c[ [[onAddTapp]] ](c) end"),
    ("onAddTapp", "Class:extend(\"a\", { tap = \"list/onAddTapp()\" })"),
    ("fetchData", "local f = function(c) return c:fetchData() end"),
    ("onClearTap", "local f = function(c) return c:onClearTap() end"),
  ]

  @Test(arguments: used)
  func `a function that a script calls is not a mistake`(_ name: String, _ use: String) throws {
    #expect(try warnings("function Class:\(name)() end\n\(use)").isEmpty)
    #expect(try warnings("\(use)\nClass.\(name) = function() end").isEmpty)
  }

  @Test func `a definition and the call of an inherited function are not uses`() throws {
    let names = try warnings(
      """
      function Class:onAddTapp() self.super.onAddTapp(self) end -- self:onAddTapp()
      function Class.onDelet(self) end
      Class.rowForr = function() end
      local onAddTapp = 1
      """)
    #expect(names.map(\.code) == Array(repeating: "controller.unknownFunction", count: 3))
    #expect(names.map(\.place?.line) == [3, 4, 5])
  }

  private func warnings(_ functions: String) throws -> [Diagnostic] {
    let application = try LuaApplication(
      text: """
        local okit = require "okit"
        local Class = okit.ModelListTableController:extend("own", {})
        \(functions)
        okit.ModelDetailTableController:extend("home", {})
        """, chunk: "app.lua")
    defer { application.close() }
    return application.runtime.diagnostics.filter { $0.severity == .warning }
  }
}
