/// What makes the runtime call all functions of each class.
extension OverriddenFunctionCallTests {
  static let cases: [Case] =
    [list, grid, detail, form, settings, selection, menu, base, views, backup, secureBackup, application] + cells
    + partsOfScreens

  /// Taps of the buttons that all controllers have here, and what a selection and edit mode call.
  private static let common = """
    app:tap("Own"):tap("Press"):tap("Root"):tap("Leave")
    app:tap("?"):tap("?")
    app:tap("Go"):back()
    app:tap("Edit"):tap("Done")
    app:tap("Invalidate")
    app:tap("Select")
    app:row("b"):tap():row("b"):tap():back()

    """

  private static let rowProperties = """
    dataPath = "items", addName = "name", addNav = true, activity = true, rowSort = "name", searchPath = "name",
    searchFilterPath = "name", searchFilters = "#a,#b",
    more = true, moreActions = { { name = "#Mark", tap = "mark()" } }, quickName = "#Mark", quickTap = "mark()",

    """

  private static let rowCell = "okit.ModelTableCell { path = 'name', accyText = '#Note', accyTap = 'mark()' }"
  private static let listProperties = rowProperties + "cell = \(rowCell),\n"

  private static let listSteps = "app:row('b'):accessory()\n" + rowSteps

  private static let rowSteps = """
    app:row("b"):quick():row("b"):more("Mark")
    app:search("a"):search("")
    app.clock:advance(1)
    app:filter("a"):filter("All")
    app:refresh()
    app:row("c"):delete()
    app.alert:tap("Yes")

    """

  private static let adding = """
    app:tap("Add")
    app.alert:type("d"):tap("OK")
    app:back()

    """

  private static let list = Case(
    name: "ModelListTableController", properties: listProperties + "segue = 'detail',",
    steps: common + "app:row('b'):tap():back()\n" + listSteps + adding)

  private static let grid = Case(
    name: "ModelGridController",
    properties: rowProperties + "segue = 'detail', columns = { { title = '#Name', cell = \(rowCell) } },",
    steps: common + "app:row('b'):tap():back():cell('b', 'Name'):tap():back():cell('b', 'Name'):accessory()\n"
      + rowSteps
      + adding)

  private static let detailSections = """
    sections = { { cells = { okit.ModelTableCell { path = "#Row", tap = "touch()", accyPath = "#4", accyTap = \
    "touch()" } } } },
    """

  private static let detail = Case(
    name: "ModelDetailTableController", properties: detailSections,
    steps: common + "app:row('Row'):tap():row('Row'):accessory()")

  private static let form = Case(
    name: "ModelForm",
    properties: detailSections + """
      right = { okit.ModelBarButtonItem { title = "#All", tap = function(_, form)
        form:setDataModel(form:getDataModel())
        form:refreshDisplay()
        form:validate()
        form:setErrors({})
      end } },
      """,
    steps: detail.steps + "app:tap('All'):submit()")

  private static let settings = Case(
    name: "ModelSettingsTableController", properties: detailSections, steps: detail.steps)

  private static let selection = Case(
    name: "ModelSelectionTableController",
    properties: listProperties + "selectionPath = 'picked', segue = 'detail',",
    steps: common + """
      app:row("b"):tap():back()
      app:row("b"):tap():back()

      """ + listSteps + adding + """
        app:tap("Clear")
        app:model().one = "single"
        app:call("open()")
        app:row("b"):tap():back():row("b"):tap():back()
        app:close()
        app:call("open()")
        app:tap("Close")
        """,
    definitions: "Class:extend('single', { selectionPath = 'one' })")

  /// A row opens the content of its identifier, which is empty here: home. Only in a menu with a segue, a row opens
  /// that.
  private static let menu = Case(
    name: "ModelMenuTableController",
    properties: listProperties + """
      identifier = '', left = { okit.ModelBarButtonItem { title = "#Opening", segue = "opening" } },
      """,
    steps: "app:menu()\n" + common + listSteps + """
      app:row("b"):tap()
      app:menu():tap("Opening")

      """ + adding,
    definitions: """
      Class:extend("opening", { segue = "detail" })
      okit.ModelDetailTableController:extend("start", { titlePath = "name" })
      """,
    home: "okit.ModelApplicationController:extend('app', { homeIdentifier = 'start', menuIdentifier = 'own' })")

  private static let base = Case(
    name: "ModelBaseTableController", properties: "tap = 'mark()',",
    steps: common + "app:row { index = 1 }:tap()",
    definitions: "function Class:fetchData() okit.log.info('called fetchData') return shop.items end")

  private static let views = Case(name: "ModelController", properties: "edit = true,", steps: common)

  private static let backup = Case(
    name: "ModelBackupTableController",
    steps: common + """
      app:tap("Add")
      app.alert:type("one"):tap("OK")
      app:refresh()
      app:row("one"):tap()
      app.alert:tap("Yes")
      app.alert:tap("OK")
      app:row("one"):delete()
      app.alert:tap("Yes")
      """)

  private static let secureBackup = Case(
    name: "ModelSecureBackupTableController",
    steps: common + """
      app:tap("Add")
      app.alert:type("one", "Name"):type("word", "Password"):type("word", "Confirm Password"):tap("OK")
      app:refresh()
      app:row("one"):tap()
      app.alert:type("word"):tap("OK")
      app.alert:tap("OK")
      app:row("one"):delete()
      app.alert:tap("Yes")
      """)

  /// The settings follow the model. An encrypted model that was stored once can be protected. Restoring a backup resets
  /// all.
  private static let application = Case(
    name: "ModelApplicationController",
    properties: """
      homeIdentifier = "start", themeName = "name", protectionTimeout = 0, protection = "protection",
      encryption = "encryption",
      """,
    steps: """
      app:model().name = "dark"
      app:model().encryption = false
      app:model().encryption = true
      app:tap("Add")
      app.alert:type("one"):tap("OK")
      app:row("one"):tap()
      app.alert:tap("Yes")
      app.alert:tap("OK")
      app:background():foreground()
      app:authenticate(true)
      app:menu():row("a"):tap()
      """,
    definitions: """
      okit.ModelBackupTableController:extend('start', {})
      okit.ModelMenuTableController:extend('menu', {
        dataPath = 'items', identifier = '', cell = okit.ModelTableCell { path = 'name' },
      })
      """, home: "")

  private static let cells = [
    cell("ModelTableCell", "path = 'name'", ""),
    cell("ModelSwitchCell", "onPath = 'on'", "app:cell { index = 1 }:set(true)"),
    cell("ModelTextCell", "textPath = 'name'", "app:cell { index = 1 }:type('x')"),
    cell("ModelMultilineCell", "textPath = 'name'", "app:cell { index = 1 }:type('x')"),
    cell(
      "ModelDateCell", "datePath = 'day'", "app:cell { index = 1 }:tap():cell { index = 1 }:pick('2020-02-01')"),
    cell(
      "ModelSegmentCell", "segmentsPath = '#a,#b', selectIndexPath = 'number'", "app:cell { index = 1 }:choose('b')"),
    cell(
      "ModelPickerCell", "dataPath = function() return { 'a', 'b' } end, selectionPath = 'number'",
      "app:cell { index = 1 }:tap():cell { index = 1 }:choose('b')"),
    cell("ModelSliderCell", "valuePath = 'number'", "app:cell { index = 1 }:slide(1)"),
    cell("ModelStepperCell", "valuePath = 'number'", "app:cell { index = 1 }:step(1)"),
    cell("ModelProgressCell", "valuePath = 'number'", ""),
    cell(
      "ModelTextPickerCell", "textPath = 'name', optionValues = 'a,b'",
      "app:cell { index = 1 }:tap():cell { index = 1 }:choose('b')"),
    cell("ModelImageCell", "valuePath = 'name'", ""),
    cell("ModelWebCell", "valuePath = 'name'", ""),
  ]

  private static let partsOfScreens = [
    part("ModelLabel", "titleView = Class { textPath = '#Text' }"),
    part("ModelButton", "titleView = Class { titlePath = '#Text' }"),
    part("ModelBarButtonItem", "right = { Class { title = '#Text', tap = 'touch()' } }"),
    part("ModelMenuBarButtonItem", "right = { Class { title = '#Text', tap = 'touch()' } }"),
    part("ModelHelpView", "helpView = Class { { text = '#Text' } }", "app:tap('?'):tap('?')"),
  ]

  private static func part(_ name: String, _ place: String, _ steps: String = "local _ = app.screen") -> Case {
    Case(name: name, steps: steps, home: "okit.ModelDetailTableController:extend('home', { \(place) })")
  }

  static func cell(_ name: String, _ properties: String, _ steps: String) -> Case {
    Case(
      name: name, properties: properties, steps: "app:tap('Edit')\n" + steps,
      home: "okit.ModelDetailTableController:extend('home', { sections = { { cells = { Class {} } } } })")
  }
}
