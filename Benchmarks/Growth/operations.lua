-- What each function of scripts does to a shop of many elements, for the measurement of its growth. A function that
-- gets a shop leaves it as it was. A test compares the names with the declarations: a name that is missing here fails
-- it, and so does one that is not declared. What follows a space tells operations of one function apart.
local operations = {}

local function item(shop) return shop.items[shop.count // 2] end

local function new(shop) return { name = "new", price = shop.count } end

-- Does something on the selection screen, or on that of an item, and returns to the list.
local function on_screen(shop, name, fn)
  shop.app:back():tap(name)
  fn()
  shop.app:back():tap("Items")
end

-- Edits the price of an entity in the middle in a form, and takes the change back.
local function on_form(edit)
  return function(shop)
    shop.app:call("edit()")
    edit(shop.app)
    shop.app:close()
    item(shop).price = shop.count // 2
  end
end

-- Does something in a form that shows the elements between its fields.
local function on_lines(fn)
  return function(shop)
    shop.app:call("editLines()")
    local result = fn(shop, shop.app)
    shop.app:close()
    return result
  end
end

local function on_first_row(fn) return function(shop) fn(shop, shop.app:row { index = 1 }) end end

-- The cost may grow with the logarithm of the number of elements.
operations.flat = {
  ["Collection:add"] = function(shop) shop.items:remove(shop.items:add(new(shop))) end,
  ["Collection:add of a set"] = function(shop)
    shop.numbers:add(-1)
    shop.numbers:remove(-1)
  end,
  ["Collection:insert"] = function(shop)
    shop.items:insert(1, new(shop))
    shop.items:remove(1)
  end,
  ["Collection:remove"] = function(shop)
    local middle = shop.count // 2
    shop.items:remove(shop.items:insert(middle, new(shop)))
  end,
  ["Collection:remove of a set"] = function(shop)
    local number = shop.count // 2
    shop.numbers:remove(number)
    shop.numbers:add(number)
  end,
  ["Collection:merge"] = function(shop) shop.items:merge({ { id = item(shop).id, name = item(shop).name } }) end,
  ["Collection:merge of a new row"] = function(shop)
    local middle = shop.count // 2
    shop.items:merge { { id = item(shop).id }, { id = "new", name = "new", price = shop.count } }
    shop.items:remove(middle + 1)
  end,
  ["Collection:move"] = function(shop)
    shop.items:move(1, shop.count // 2)
    shop.items:move(shop.count // 2, 1)
  end,
  ["Collection:find"] = function(shop) return shop.items:find(function(one) return one.price == 3 end) end,
  ["Collection[integer]"] = function(shop) return shop.items[shop.count - 1].price end,
  ["Map[string]"] = function(shop)
    shop.prices.new = 1
    shop.prices.new = nil
  end,
  ["Map:remove"] = function(shop)
    shop.prices.new = 1
    shop.prices:remove("new")
  end,
  ["Map:find"] = function(shop) return shop.prices:find(function() return true end) end,

  ["Entity:get"] = function(shop) return shop.model:get("items[" .. shop.count // 2 .. "]/name") end,
  ["Entity:get of a count"] = function(shop) return shop.model:get("items.@count") end,
  ["Entity:getString"] = function(shop) return item(shop):getString("price") end,
  ["Entity:getBool"] = function(shop) return item(shop):getBool("marked") end,
  ["Entity:getInt"] = function(shop) return item(shop):getInt("price") end,
  ["Entity:getDouble"] = function(shop) return item(shop):getDouble("price") end,
  ["Entity:getFloat"] = function(shop) return item(shop):getFloat("price") end,
  ["Entity:getStrings"] = function(shop) return item(shop):getStrings("name,price") end,
  ["Entity:getDate"] = function(shop) return item(shop):getDate("day") end,
  ["Entity:getImage"] = function(shop) return item(shop):getImage("name") end,
  ["Entity:getAll"] = function(shop) return item(shop):getAll("name,price") end,
  ["Entity:resolve"] = function(shop) return item(shop):resolve("../items") end,
  ["Entity:contexts"] = function(shop) return item(shop):contexts("../name") end,
  ["Entity:set"] = function(shop)
    item(shop):set("price", 1)
    item(shop):set("price", shop.count // 2)
  end,
  ["Entity:fill"] = function(shop)
    item(shop):fill { price = 1 }
    item(shop):fill { price = shop.count // 2 }
  end,
  ["Entity:values"] = function(shop) return item(shop):values("name", "price") end,
  ["Entity:callSet"] = function(shop)
    item(shop):callSet("price", 1)
    item(shop):callSet("price", shop.count // 2)
  end,
  ["Entity:add"] = function(shop) shop.model:remove("items", shop.model:add("items", new(shop))) end,
  ["Entity:remove"] = function(shop) shop.model:remove("items", shop.model:add("items", new(shop))) end,
  ["Entity:create"] = function(shop) return shop.model:create(item(shop).type, new(shop)) end,
  ["Entity:createRef"] = function(shop) return shop.model:createRef(nil, item(shop)) end,
  ["Entity:isRetrieved"] = function(shop) return item(shop):isRetrieved() end,
  ["Entity:setRetrieved"] = function(shop) item(shop):setRetrieved() end,
  ["Entity:set of an observed sum"] = function(shop)
    local sums = 0
    local observer = shop.model:observe("items.@sum.price", function() sums = sums + 1 end)
    for price = 1, 10 do item(shop):set("price", price) end
    item(shop):set("price", shop.count // 2)
    observer:cancel()
  end,
  ["Entity:call"] = function(shop) item(shop):call("mark()") end,
  ["Entity:refAt"] = function(shop) return shop.model:refAt("picked[0]") end,
  ["Entity:assign"] = function(shop)
    local chosen = shop.model.chosen
    shop.model:unassign("chosen")
    shop.model:assign("chosen", chosen)
  end,
  ["Entity:unassign"] = function(shop)
    local chosen = shop.model.chosen
    shop.model:unassign("chosen")
    shop.model:assign("chosen", chosen)
  end,
  ["Entity:isManaged"] = function(shop) return item(shop):isManaged() end,
  ["Entity:isUnmanaged"] = function(shop) return item(shop):isUnmanaged() end,
  ["Entity:isPending"] = function(shop) return item(shop):isPending() end,
  ["Entity:setPending"] = function(shop) item(shop):setPending() end,
  ["Entity:clearPending"] = function(shop)
    item(shop):clearPending()
    item(shop):setPending()
  end,
  ["ModelClass.entity"] = function(shop) return shop.app:call("found()") end,
  ["Entity:observe"] = function(shop)
    local observer = item(shop):observe("price", function() end)
    item(shop).price = 1
    item(shop).price = shop.count // 2
    observer:cancel()
  end,
  ["Entity:onPatch"] = function(shop)
    local observer = shop.model:onPatch(function() end)
    shop.items:insert(1, new(shop))
    shop.items:remove(1)
    observer:cancel()
  end,
  ["Entity:snapshot"] = function(shop) return item(shop):snapshot() end,
  ["Entity:apply"] = function(shop) item(shop):apply { price = shop.count // 2 } end,
  ["ModelClass.storeState of a property on a server"] = function(shop) shop.app:call("send()") end,
  ["ModelClass.get"] = function(shop) return shop.app:call("registered()") end,

  ["App:title"] = function(shop) return shop.app:title().title end,
  ["App:row"] = function(shop) return shop.app:row { index = shop.count - 10 }.text end,
  ["App:cell of a grid"] = function(shop)
    on_screen(shop, "Grid", function() return shop.app:cell(shop.count - 10, "Price").control.value end)
  end,
  ["App:row of a short list"] = function(shop) return shop.app:row("Item 5").text end,
  ["App:cell"] = function(shop)
    shop.app:row { index = 1 }:tap()
    shop.app:cell("Name")
    shop.app:back()
  end,
  ["App:tap"] = function(shop) shop.app:tap("Edit"):tap("Done") end,
  ["App:tap of a row"] = function(shop) shop.app:tap("Item 5"):back() end,
  ["App:back"] = function(shop) shop.app:back():tap("Items") end,
  ["App:refresh"] = function(shop) shop.app:refresh() end,
  ["App:apply"] = function(shop) shop.app:apply { name = "c" } end,
  ["App:undo"] = function(shop)
    shop.app:transaction(function() shop.items:remove(shop.count // 2) end):undo()
  end,
  ["App:redo"] = function(shop) shop.app:set("name", "d"):undo():redo() end,
  ["App:set"] = function(shop) shop.app:set("items[" .. shop.count // 2 .. "]/marked", true) end,
  ["App:dump"] = function(shop) return shop.app:dump() end,
  ["App:model"] = function(shop) return shop.app:model() end,
  ["App:get"] = function(shop) return shop.app:get("items[" .. shop.count // 2 .. "]/price") end,
  ["App:call"] = function(shop) return shop.app:call("count()") end,
  ["App:why"] = function(shop) return shop.app:why(shop.app:row { index = 1 }, "text") end,
  ["App:changes"] = function(shop)
    return shop.app:changes(function()
      shop.items:insert(1, new(shop))
      shop.items:remove(1)
    end)
  end,
  ["App:transaction"] = function(shop)
    shop.app:transaction(function() shop.model.name = "e" end)
  end,
  ["Title:tap"] = function(shop) shop.app:title():tap() end,
  ["Clock:advance"] = function(shop) shop.app.clock:advance(1) end,
  ["Clock:set"] = function(shop) shop.app.clock:set("2030-01-01T00:00:00Z") end,

  ["Row:tap"] = on_first_row(function(shop, row)
    row:tap()
    shop.app:back()
  end),
  ["Row:quick"] = on_first_row(function(_, row) row:quick() end),
  ["Row:more"] = on_first_row(function(_, row) row:more("Mark") end),
  ["Row:swipe"] = on_first_row(function(_, row) row:swipe("leading") end),
  ["Row:delete"] = on_first_row(function(shop, row)
    row:delete()
    shop.app:undo()
  end),
  ["Row:select"] = function(shop)
    on_screen(shop, "Pick", function() shop.app:row { index = 3 }:select() end)
    shop.app:undo()
  end,
  ["Row:deselect"] = function(shop)
    on_screen(shop, "Pick", function()
      shop.app:row { index = 3 }:select()
      shop.app:row { index = 3 }:deselect()
    end)
  end,
  ["Row:move"] = function(shop)
    shop.app:tap("Edit")
    shop.app:row { index = 1 }:move(3)
    shop.app:row { index = 3 }:move(1)
    shop.app:tap("Done")
  end,
  ["Row:move to the end"] = function(shop)
    shop.app:tap("Edit")
    shop.app:row { index = 1 }:move(shop.count)
    shop.app:row { index = shop.count }:move(1)
    shop.app:tap("Done")
  end,
  ["CellElement:type"] = function(shop)
    shop.app:row { index = 1 }:tap()
    shop.app:cell("Name"):type("Item 1")
    shop.app:back()
  end,
  ["App:close after rows in a form"] = on_lines(function(_, app) return #app.screen.sections end),
  ["App:cell after rows in a form"] = on_lines(function(_, app) return app:cell("Total").detail end),
  ["Row:quick in a form"] = on_lines(function(_, app)
    app:row { index = 3 }:quick()
    app:row { index = 3 }:quick()
  end),
  ["App:doneKey of a field that adds"] = on_lines(function(shop, app)
    app:cell("New"):type("new")
    app:doneKey()
    shop.items:remove(shop.count + 1)
  end),
  ["App:next"] = on_form(function(app) app:cell("Name"):tap():next() end),
  ["App:submit"] = on_form(function(app)
    app:cell("Price"):type("7")
    app:submit()
  end),
}

-- The function looks at all elements by its meaning.
operations.linear = {
  ["App:window"] = function(shop) shop.app:window():closeWindow() end,
  ["Collection:filter"] = function(shop) return shop.items:filter(function(one) return one.price == 3 end) end,
  ["Collection:map"] = function(shop) return shop.numbers:map(function(number) return number end) end,
  ["Collection:sorted"] = function(shop) return shop.items:sorted("price") end,
  ["Collection:clear"] = function(shop)
    shop.app:transaction(function() shop.numbers:clear() end):undo()
  end,
  ["Entity:clear"] = function(shop)
    shop.app:transaction(function() shop.model:clear("numbers") end):undo()
  end,
  ["Map:filter"] = function(shop) return shop.prices:filter(function(price) return price == 3 end) end,
  ["Map:map"] = function(shop) return shop.prices:map(function(price) return price end) end,
  ["Map:sorted"] = function(shop) return shop.prices:sorted() end,
  ["Map:clear"] = function(shop)
    shop.app:transaction(function() shop.prices:clear() end):undo()
  end,
  -- A change at the start of a chain of computed properties, and a read at its end.
  ["Entity:get of a chain"] = function(shop)
    local first, last = shop.items[1], shop.items[shop.count]
    for _ = 1, 2 do
      first.marked = not first.marked
      last:get("marks")
    end
  end,
  ["ModelClass.danglingRefs"] = function(shop) return shop.app:call("dangling()") end,
  ["App:row by text"] = function(shop) return shop.app:row("Item " .. shop.count - 10).text end,
  ["App:rows"] = function(shop) return shop.app:rows() end,
  ["App:snapshot"] = function(shop) return shop.app:snapshot() end,
  -- Builds the screen once more.
  ["App:check"] = function(shop) shop.app:check("stale") end,
  ["App:search"] = function(shop) shop.app:search("Item 77"):search("") end,
  ["App:filter"] = function(shop) shop.app:filter("Marked"):filter("All") end,
}

-- Stores or reads the whole model, which the workloads `load` and `disk` measure.
operations.storing = {
  "ModelClass.store", "ModelClass.state", "ModelClass.storeState", "ModelClass.restoreState", "ModelClass.sync",
  "ModelClass.updateAllState", "ModelClass.read", "ModelClass.write", "ModelClass.delete", "ModelClass.exportState",
    "ModelClass.exportClear", "ModelClass.importState",
  "SecureStore", "Backup", "outbox", "MutationClass",
  "App:background", "App:foreground", "App:terminate", "App:relaunch",
  "StoreHandle",
}

-- The function touches no model, or only what is passed to it: classes as a whole, and single functions.
operations.independent = {
  "okit", "log", "ModelTheme", "base64", "Input", "Date", "Day", "Handle", "DialogHandle", "CallHandle",
  "RequestHandle", "Client", "types",
  "EntityClass", "Alert",
  "Sheet",
  "Tests", "Describe", "It", "Expect", "Expectation", "Spy", "EndpointStore", "App:endpoint", "App:offline",
  "ModelClass.endpoint", "App:close", "App:previous", "App:doneKey", "App:cancelKey", "App:menu", "App:tab",
  "App:windows", "App:closeWindow",
  "App:shows", "App:step",
  "App:always", "App:eventually", "App:reference", "App:fault",
  "App:authenticate",
  "ModelClass.register", "ModelClass.prefetch",
  "ModelClass.initialize", "ModelClass.query", "CellElement:clear", "CellElement:set",
  "CellElement:slide", "CellElement:step", "CellElement:pick", "CellElement:choose", "CellElement:tap",
  "CellElement:error", "Mask", "json", "url", "Response",
  "Element", "App:byRole", "App:byLabel", "App:byIdentifier",
  "ModelController", "ModelView", "ModelLabel", "ModelButton", "ModelHelpView", "ModelMenuBarButtonItem",
  "ModelListTableController", "ModelGridController", "ModelDetailTableController", "ModelForm",
  "ModelSelectionTableController",
  "ModelBaseTableController", "ModelMenuTableController", "ModelBackupTableController",
  "ModelSecureBackupTableController", "ModelSettingsTableController", "ModelApplicationController",
  "NavigationController",
  "TabBarController", "ModelBarButtonItem", "ModelEditCell", "ModelTableCell", "ModelTextCell", "ModelMultilineCell",
  "ModelSwitchCell", "ModelDateCell", "ModelSegmentCell", "ModelPickerCell", "ModelSliderCell", "ModelStepperCell",
  "ModelProgressCell", "ModelTextPickerCell", "ModelImageCell", "ModelWebCell",
}

return operations
