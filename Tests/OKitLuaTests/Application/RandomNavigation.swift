import OKitEngine

/// The text of an application with random screens: lists, details, forms and selections over entities, partials and
/// models, which open each other in all ways.
struct RandomApplication {
  private static let kinds = ["list", "list", "detail", "form", "selection"]
  private var random: SplitMix64
  private var screens: [String] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

  private static let models = """
    local okit = require "okit"
    local t = okit.types
    local Item = okit.ModelEntity:extend("Item", {
      name = "", note = t.optional(t.string), count = 0, when = t.date "2020-01-31", chosen = t.ref("Item"),
      items = t.list(t.entity "Item"),
    })
    local Group = okit.ModelEntity:extend("Group", {
      name = "", note = t.optional(t.string), count = 0, when = t.date "2020-01-31", chosen = t.ref("Item"),
      items = t.list(Item),
    })
    local Partial = okit.ModelPartial:extend("Partial", { name = "", group = t.deferred(Group) })
    function Partial:sync(group) self.name = group.name end
    local Root = okit.Model:extend("Root", {
      name = "root", note = t.optional(t.string), count = 0, when = t.date "2020-01-31", chosen = t.ref("Item"),
      items = t.list(Item), partials = t.list(Partial),
    })
    local Side = okit.ModelTransient:extend("Side", {
      name = "side", note = t.optional(t.string), count = 0, when = t.date "2020-01-31", chosen = t.ref("Item"),
      items = t.list(Item),
    })
    local root = okit.Model.register(Root)
    local side = okit.Model.register(Side, "side")
    if #root.items == 0 then
      root.items = { { name = "Ada", items = { { name = "Bob" }, { name = "Cy" } } }, { name = "Dan" } }
      root.partials:add { group = { name = "Eve", items = { { name = "Fay" }, { name = "Gus" } } } }
      root.partials:add { group = { name = "Hal", items = { { name = "Ivy" } } } }
      side.items = { { name = "Jo" }, { name = "Kim", items = { { name = "Lee" } } } }
    end
    local function some(number)
      return ({
        root.items[1], root.partials[1].group, side.items[2], side, root, root.partials[2].group.items[1],
        root.items[2],
      })[number]
    end

    """

  /// The text of the script.
  mutating func script() -> String {
    screens = (0..<6).map { "s\($0)" }
    var text = Self.models
    for screen in screens { text += screenText(screen) }
    let tabs = (0..<3).map { number in "{ title = \"#T\(number)\", root = \"\(pick(screens))\" }" }
    text += "okit.TabBarController:extend(\"tabs\", { tabs = { \(tabs.joined(separator: ", ")) } })\n"
    text += "okit.NavigationController:extend(\"nav\", { root = \"\(pick(screens))\" })\n"
    text += """
      okit.ModelMenuTableController:extend("menu", {
        contextPath = "/", dataPath = "items", identifier = "\(pick(screens + ["tabs", "nav"]))",
        hideMenu = \(pick(["true", "false"])),
        cell = okit.ModelTableCell { path = "name", accyPath = "#4", \(pick(["segue = \"level\"", ""])) },
      })
      okit.ModelMenuTableController:extend("level", {
        dataPath = "items", identifier = "\(pick(screens))", right = { \(button()), \(button()) },
        cell = okit.ModelTableCell { path = "name", segue = { to = "\(pick(screens))", kind = "\(kind())" } },
      })
      okit.ModelApplicationController:extend("app", {
        menuIdentifier = "menu", homeIdentifier = "\(pick(screens + ["tabs", "tabs", "nav"]))",
      })

      """
    return text
  }

  private mutating func kind() -> String { pick(["push", "present"]) }

  /// A button that opens a screen, which closes its own screen before, or which does it by a function.
  private mutating func button() -> String {
    let (to, number) = (pick(screens + ["nav"]), Int.random(in: 1...7, using: &random))
    let opens = "segue = { to = \"\(to)\", kind = \"\(to == "nav" ? "present" : kind())\" }"
    func calls(_ function: String, _ name: String) -> String {
      "tap = function() okit.\(function)(\"\(name)\", some(\(number))) end"
    }
    let action =
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: opens
      case 2: "tap = \"close()\", " + opens
      case 3: calls("present", to)
      case 4: calls("navigate", pick(screens))
      default: calls("navigateToTarget", pick(screens + ["tabs"]))
      }
    return "okit.ModelBarButtonItem { title = \"#B\(Int.random(in: 0..<1000, using: &random))\", \(action) }"
  }

  private mutating func screenText(_ name: String) -> String {
    let bars = "titlePath = \"name\", right = { \(button()), \(button()) }"
    let context = pick(["", "", "", "contextPath = \"chosen/ref\", ", "contextPath = \"/\", "])
    switch pick(Self.kinds) {
    case "list":
      return """
        okit.ModelListTableController:extend("\(name)", {
          \(context)\(bars), dataPath = "items", autoDeselect = \(pick(["true", "false"])), searchPath = "name",
          cell = okit.ModelTextCell {
            path = "name", textPath = "note", segue = { to = "\(pick(screens))", kind = "\(kind())" },
          },
          helpView = okit.ModelHelpView { callouts = { { target = "Edit", text = "#Edit" } } }, help = true,
        })

        """
    case "selection":
      return """
        okit.ModelSelectionTableController:extend("\(name)", {
          \(bars), contextPath = "/", dataPath = "items", selectionPath = "chosen",
          cell = okit.ModelTableCell { path = "name", segue = { to = "\(pick(screens))", kind = "\(kind())" } },
        })

        """
    case "detail": return details("ModelDetailTableController", name, context + bars + ", ")
    default:
      let number = Int.random(in: 1...7, using: &random)
      let tool = "toolbar = { okit.ModelBarButtonItem { title = \"#Other\", tap = \"other()\" } }, "
      return "local " + name + " = " + details("ModelForm", name, context + bars + ", " + tool)
        + "function \(name):other() self:setDataModel(some(\(number))) end\n"
    }
  }

  private mutating func details(_ kind: String, _ name: String, _ properties: String) -> String {
    """
    okit.\(kind):extend("\(name)", {
      \(properties)editAlways = "\(Bool.random(using: &random) ? "#true" : "#false")",
      sections = { { header = "name", cells = {
        okit.ModelTextCell {
          path = "#Note", textPath = "note", validationFormula = "value IS NULL OR value <> 'bad'",
        },
        okit.ModelTextCell { path = "#Count", textPath = "count" },
        okit.ModelDateCell { path = "#When", datePath = "when" },
        okit.ModelTableCell { path = "#More", segue = { to = "\(pick(screens))", kind = "\(self.kind())" } },
      } } },
    })

    """
  }
}
