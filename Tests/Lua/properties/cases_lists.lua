-- Lists and menus.
local case = require "case"
local define = require "definitions"
local lazy, action, attempt = case.lazy, case.action, case.attempt

local list = case.of("ModelListTableController", { define = define.list })
local menu = case.of("ModelMenuTableController", { define = define.menu, steps = function(app) app:menu() end })
local more = case.of("MoreAction", {
  given = { name = "#Mark" },
  define = function(okit, properties) define.list(okit, { more = true, moreActions = { properties } }) end,
  steps = function(app) app:row { index = 1 }:more() end,
})

local function add(app) app:tap "Add" end
local function add_named(app)
  app:tap "Add"
  app.alert:type "Fig":tap "OK"
end
local function add_in_field(app)
  attempt(function()
    app:cell({ text = "Name" }):type "Fig"
    app:doneKey()
  end)
end
local function delete(app) app:row "Banana":delete() end
local function open_more(app) app:row "Apple":more() end
local function choose(app) app:row "Apple":more "Mark" end
local function quick(app) attempt(function() app:row "Apple":quick() end) end
local function move(app)
  app:tap "Edit"
  attempt(function() app:row "Banana":move(3) end)
end
local function tap(app) app:row "Apple":tap() end
local function tap_in_menu(app) app:menu():row "Apple":tap() end

local quick_action = { quickName = "#Quick", quickTap = "mark()" }
local ran = lazy(function(okit) return { name = "#Mark", tap = action.make(okit) } end)

return {
  list("type", "Special", { steps = add_named, given = { addName = "name" } }),
  list("type", "Special", { steps = add, given = { addName = "name" } }),
  list("typeName", "Thing", { steps = add, given = { addName = "name" } }),
  list("dataPath", "items", { without = "others" }),
  list("rowSort", "name"),
  list("rowSortAsc", "#false", { given = { rowSort = "name" } }),
  list("group", "kind"),
  list("groupName", "kind/uppercased", { given = { group = "kind" } }),
  list("groupSort", "#false", { given = { group = "number" } }),
  list("groupSortAsc", "#false", { given = { group = "kind" } }),
  list("reorder", "#true", { steps = move }),
  list("reorderEnabled", "#false", { given = { reorder = true }, steps = move }),
  list("selectPath", "marked", { steps = function(app) app:tap "Edit":row "Apple":tap() end }),
  list("refresh", "#false"),
  list("search", "#false"),
  list("searchPath", "kind", { steps = function(app) app:search "fruit" end }),
  list("searchDelay", "#5", {
    define = define.searched_list,
    steps = function(app)
      app:search "fig"
      app.clock:advance(1)
    end,
  }),
  list("searchFilterPath", "kind", {
    given = { searchFilters = "#Fruit,#Vegetable" }, steps = function(app) app:filter "Vegetable" end,
  }),
  list("searchFilters", "#Fruit,#Vegetable", { given = { searchFilterPath = "kind" } }),
  list("searchScopePath", "index", {
    given = { searchFilterPath = "kind", searchFilters = "#Fruit,#Vegetable" },
    steps = function(app) app:filter "Vegetable" end,
  }),
  list("searchScopePath", "number", {
    given = { searchFilterPath = "kind", searchFilters = { "#1", "#2", "#3", "#4", "#Fruit" } },
  }),
  list("onFilter", action, {
    given = { searchFilterPath = "kind", searchFilters = "#Fruit,#Vegetable" },
    steps = function(app) app:filter "Vegetable" end,
  }),
  list("index", "#true"),
  list("add", "#false"),
  list("addAppend", "#true", { steps = add_named, given = { addName = "name" } }),
  list("addName", "name", { steps = add }),
  list("addField", "name", { steps = add_in_field }),
  list("addPlaceholder", "#Fruit", { given = { addField = "name" } }),
  list("addNav", "#true", {
    steps = add_named,
    given = lazy(function(okit)
      return { addName = "name", cell = okit.ModelTableCell { path = "name", segue = "detail" } }
    end),
  }),
  list("navEnabled", "#false", { given = { segue = "detail" }, steps = tap }),
  list("delete", "#false"),
  list("deleteEnabled", "#false"),
  list("deletePrompt", "#false", { steps = delete }),
  list("more", "#true", { given = { moreTap = action } }),
  list("moreEnabled", "#false", { given = { more = true, moreTap = action } }),
  list("moreTap", action, {
    given = { more = true, moreActions = "#Mark", moreActionsTap = "mark()" },
    steps = function(app) app:row "Apple":more() end,
  }),
  list("moreActions", "#Mark,#Other", {
    without = "#One,#Two", given = { more = true, moreActionsTap = "mark(),mark()" }, steps = open_more,
  }),
  list("moreActionsEnabled", "#false,#true", {
    given = { more = true, moreActions = "#Mark,#Other", moreActionsTap = "mark(),mark()" }, steps = open_more,
  }),
  list("moreActionsTap", lazy(function(okit) return { action.make(okit) } end), {
    given = { more = true, moreActions = "#Mark" }, without = "mark()", steps = choose,
  }),
  list("quickName", "#Quick", { given = { quickTap = "mark()", quickImage = "#star" } }),
  list("quickImage", "#star", { given = quick_action }),
  list("quickEnabled", "marked", { given = quick_action }),
  list("quickTap", action, { given = { quickName = "#Quick" }, without = "mark()", steps = quick }),
  list("forceListUpdate", "#true"),
  list("activityTop", "#30"),
  list("activity", "on", { steps = function(app) app:model().on = true end }),
  list("cell", lazy(function(okit) return okit.ModelTableCell { path = "note" } end)),
  list("segue", "detail", { steps = tap }),
  -- OKit has these in the table of lists; here all controllers with rows have them.
  list("tap", action, { steps = tap }),
  list("tapEdit", action, { steps = function(app) app:tap "Edit":row "Apple":tap() end }),
  list("autoDeselect", "#false", { steps = tap }),

  menu("storyboardName", "Menu"),
  menu("identifier", "other", { without = "detail", steps = tap_in_menu }),
  menu("rowIdentifier", "other", { steps = function(app) app:menu():row "Apple":accessory() end }),
  menu("hideMenu", "#false", { steps = tap_in_menu }),

  more("name", "#Other", { without = "#Mark", given = { tap = action } }),
  more("enabled", "#false", { given = { name = "#Mark", tap = action } }),
  more("tap", action, { without = "mark()", steps = function(app) app:row { index = 1 }:more "Mark" end }),
  -- A table is one of the two forms of an action.
  list("moreActions", lazy(function(okit) return { ran.make(okit) } end), {
    without = { { name = "#Mark", tap = "mark()" } }, given = { more = true }, steps = choose,
  }),
}
