---@meta okit

-- Annotations of the module `okit` for the Lua language server. Tell it where they are, for instance in .luarc.json:
--   { "workspace.library": ["path/to/okit.d.lua"], "runtime.version": "Lua 5.4" }

---The module of okit: classes, types and functions of applications written in Lua.
okit = {}

-- Values --------------------------------------------------------------------------------------------------------------

---A binding text, or a constant, or a function that gives the value.
---@alias okit.Value string|number|boolean|fun(context: okit.Entity?, controller: okit.Controller): any

---A binding text that is called for effect, or a function.
---@alias okit.Action string|fun(context: okit.Entity?, controller: okit.Controller, ...: any)

---A binding text of several parts, or a list.
---@alias okit.Multipart okit.Value|okit.Value[]

---The name of a controller, or where to go and how.
---@alias okit.Segue string|{ to: string, kind?: "push"|"present" }

---The actions of the More... sheet.
---@alias okit.MoreActions string|(string|{ name: okit.Value, enabled?: okit.Value, tap?: okit.Action })[]

---A date, an ISO 8601 text, or seconds since 1970.
---@alias okit.DateLike okit.Date|string|number

---A moment. Dates compare; `date + seconds` is a date, `date - date` is seconds.
---@class okit.Date
---@field timestamp number seconds since 1970
---@field year integer
---@field month integer
---@field day integer
---@field hour integer
---@field minute integer
---@field second integer
---@field weekday integer from 1, Sunday
---@field formatDate string `January 31, 2020`
---@field formatFullDate string with the weekday
---@field formatDateTime string short
---@field formatTime string short
---@field formatISO string ISO 8601 in UTC
---@field formatRelativeDate string a word for near days, else as `formatDate`
---@field formatRelativeFullDate string
---@field formatRelativeDateTime string
---@field formatRelativeTime string
---@field formatInterval string `hh:mm:ss` since then
---@operator add(number): okit.Date
---@operator sub(number): okit.Date
---@operator sub(okit.Date): number
local Date = {}

---Moves by the calendar: the clocks show the same time on the other day.
---@param figures { year?: integer, month?: integer, week?: integer, day?: integer, hour?: number, minute?: number, second?: number }
---@return okit.Date
function Date:add(figures) end

---Formats by a Unicode date pattern.
---@param pattern string
---@return string
function Date:format(pattern) end

---Something that can be ended: a timer or an observation.
---@class okit.Handle
---@field running boolean of a timer: whether it still runs
local Handle = {}
function Handle:cancel() end

---An open dialog.
---@class okit.DialogHandle
---@field open boolean whether it has not been answered
local DialogHandle = {}

---Waits for the answer.
---@return string button the title of the button
---@return table<integer|string, string> texts of the fields, by number and by name
function DialogHandle:wait() end

---A call that takes its time.
---@class okit.CallHandle
---@field finished boolean
local CallHandle = {}

---@return any result
function CallHandle:wait() end

---An error of the engine, as `pcall` gives it.
---@class okit.Error
---@field code string a stable name, such as `model.type`
---@field message string with the hint
---@field hint string? the nearest right name, or what to do
---@field place string?

-- Types ---------------------------------------------------------------------------------------------------------------

---The type of a property.
---@class okit.Type

---@class okit.TypeOptions
---@field default? any
---@field transient? boolean not stored
---@field didSet? fun(self: okit.Entity, old: any, new: any) runs after each change

---A type that can be called for a default and options.
---@class okit.ScalarType: okit.Type
---@overload fun(default?: any, options?: okit.TypeOptions): okit.Type

---@class okit.types
---@field string okit.ScalarType
---@field bool okit.ScalarType
---@field int okit.ScalarType
---@field float okit.ScalarType 64 bits
---@field double okit.ScalarType
---@field date okit.ScalarType now, unless a default is given
---@field data okit.ScalarType bytes, nil at first
---@field color okit.ScalarType `#rrggbb`, nil at first
---@field image okit.ScalarType the name of an image, nil at first
okit.types = {}

---@param element okit.Type|okit.EntityClass|string|number|boolean
---@param options? okit.TypeOptions
---@return okit.Type
function okit.types.list(element, options) end

---@param element okit.Type|okit.EntityClass|string|number|boolean
---@param options? okit.TypeOptions
---@return okit.Type
function okit.types.set(element, options) end

---Texts to values.
---@param element okit.Type|okit.EntityClass|string|number|boolean
---@param options? okit.TypeOptions
---@return okit.Type
function okit.types.map(element, options) end

---@param inner okit.Type|okit.EntityClass|string|number|boolean
---@param options? okit.TypeOptions
---@return okit.Type
function okit.types.optional(inner, options) end

---A property that is not stored.
---@param inner okit.Type|okit.EntityClass|string|number|boolean
---@return okit.Type
function okit.types.transient(inner) end

---An entity that the property owns.
---@param class okit.EntityClass|string
---@param options? okit.TypeOptions
---@return okit.Type
function okit.types.entity(class, options) end

---A reference to an entity that lives elsewhere.
---@param class okit.EntityClass|string
---@param options? { onDelete?: "nullify"|"remove"|"restrict"|"keep", didSet?: fun(self: okit.Entity, old: any, new: any) }
---@return okit.Type
function okit.types.ref(class, options) end

---One of some texts; the first is the default.
---@param cases string[]
---@param options? okit.TypeOptions
---@return okit.Type
function okit.types.enum(cases, options) end

---A property that is computed, and kept until something that it has read changes.
---@param fn fun(self: okit.Entity): any
---@return okit.Type
function okit.types.computed(fn) end

-- Entities and models -------------------------------------------------------------------------------------------------

---A class of entities. Functions assigned to it are functions of its entities, and hooks: `managed(context)`,
---`unmanaged(context)`, `invalidated(key)`.
---@class okit.EntityClass
---@field version integer of a model's class: the version of its documents, 1 unless set
---@field migrate fun(old: table, from: integer): table makes an older document one of this version
---@field [string] function
---@overload fun(values?: table<string, any>): okit.Entity
local EntityClass = {}

---Defines a class below this one. A plain value is a property with that default.
---@param name string
---@param properties? table<string, okit.Type|okit.EntityClass|string|number|boolean|okit.Date>
---@return okit.EntityClass
function EntityClass:extend(name, properties) end

---@class okit.Entity
---@field id string
---@field parent okit.Entity? the owner
---@field model okit.Entity? the root of the model that it is in
---@field type string the name of its class, unless it has such a property itself
---@field super table the functions that its class overrides: `self.super.description(self)`
---@field [string] any
local Entity = {}

---The value of a binding; of several parts their text.
---@param path string
---@return any
function Entity:get(path) end

---One value for each part.
---@param path string
---@return table
function Entity:getAll(path) end

---@param path string
---@return string?
function Entity:getString(path) end

---@param path string
---@return boolean
function Entity:getBool(path) end

---@param path string
---@return integer?
function Entity:getInt(path) end

---@param path string
---@return number?
function Entity:getDouble(path) end

---@param path string
---@return okit.Date?
function Entity:getDate(path) end

---@param path string
---@return string?
function Entity:getImage(path) end

---The entity where the path ends.
---@param path string
---@return okit.Entity?
function Entity:resolve(path) end

---Every entity that the path visits, in order.
---@param path string
---@return okit.Entity[]
function Entity:contexts(path) end

---Writes through a binding.
---@param path string
---@param value any
---@param options? { suppressInvalidate?: boolean } whether nobody is told of the change
function Entity:set(path, value, options) end

---Calls what a binding names.
---@param path string
---@param completion? fun(result: any) runs when the function has ended
---@param options? { suppressInvalidate?: boolean } whether nobody is told of what the function changes
---@return any result of a function that ends at once, else an `okit.CallHandle`
function Entity:call(path, completion, options) end

---Calls `fn` after each turn in which the value of a binding has changed.
---@param path string
---@param fn fun(new: any, old: any)
---@return okit.Handle
function Entity:observe(path, fn) end

---Calls `fn` after each turn that has changed something at or below the entity.
---@param fn fun(patches: okit.Patch[])
---@return okit.Handle
function Entity:onPatch(fn) end

---The entity with all below it as plain tables; dates are seconds since 2001.
---@return table
function Entity:snapshot() end

---Makes the entity as a table says. With an `id` the table is whole, without one it is partial.
---@param snapshot table
function Entity:apply(snapshot) end

---One change in the terms of JSON Patch.
---@class okit.Patch
---@field op "add"|"remove"|"replace"|"move"
---@field path string `/books/0/name` in the default model, `people>/authors/1/name` in another one
---@field from string? of a move
---@field value any the new value
---@field new any the same
---@field old any

---A live list, set or map. Lists and sets count from 1; bindings count from 0.
---@class okit.Collection
---@field [integer] any
---@field [string] any
---@operator len: integer
local Collection = {}

---Adds an element, and gives it back; a table becomes an entity.
---@param element any
---@return any
function Collection:add(element) end

---@param position integer
---@param element any
---@return any
function Collection:insert(position, element) end

---Removes an element, the reference to an entity, a position or a key.
---@param element any
---@return boolean found
function Collection:remove(element) end

function Collection:clear() end

---@param from integer
---@param to integer
function Collection:move(from, to) end

---@param test fun(element: any): any
---@return any element the first one for which the test holds
function Collection:find(test) end

---@param test fun(element: any): any
---@return any[]
function Collection:filter(test) end

---@param transform fun(element: any): any
---@return any[]
function Collection:map(transform) end

---By the value of a binding on each; nil last.
---@param path? string
---@return any[]
function Collection:sorted(path) end

---@type okit.EntityClass
okit.ModelEntity = {}

---A reference: `refKey` is the key, `ref` the entity.
---@type okit.EntityClass
okit.ModelRef = {}

---A model that is stored nowhere.
---@type okit.EntityClass
okit.ModelTransient = {}

---A model that is stored in a file.
---@class okit.ModelClass: okit.EntityClass
okit.Model = {}

---Makes or loads the root entity of a model.
---@param class okit.EntityClass
---@param name? string `default` unless given
---@return okit.Entity
function okit.Model.register(class, name) end

---@param name? string
---@return okit.Entity?
function okit.Model.get(name) end

---Stores a model, if it has changed.
---@param model okit.Entity
function okit.Model.store(model) end

---Says what belongs to the state: a function that calls `store` for each model.
---@param fn fun()
function okit.Model.state(fn) end

---Stores all of the state, or nothing.
function okit.Model.storeState() end

---Makes all models as they are stored.
function okit.Model.restoreState() end

---Makes all models as they are stored.
function okit.Model.sync() end

---Calls a function that registers the models.
---@param fn fun()
---@param options? { secure?: boolean }
function okit.Model.initialize(fn, options) end

---The references whose key no entity has.
---@return { owner: okit.Entity, property: string, refKey: string }[]
function okit.Model.danglingRefs() end

-- Controllers ---------------------------------------------------------------------------------------------------------

---A controller on the screen.
---@class okit.Controller
---@field name string
---@field modelContext okit.Entity? what it was given
---@field context okit.Entity? `modelContext` through `contextPath`
---@field effectiveContext okit.Entity? the same
---@field editing boolean whether it is in edit mode; can be written
---@field super table the functions above the one that runs: `self.super.onAddTap(self)`
---@field [string] any
local Controller = {}
---@return string?
function Controller:titleValue() end
---@return string?
function Controller:subtitleValue() end
function Controller:onEditTap() end

---@class okit.ListController: okit.Controller
local ListController = {}
function ListController:onAddTap() end
---@param entity okit.Entity
function ListController:onDelete(entity) end
---@param entity okit.Entity
function ListController:onMoreTap(entity) end
---@param entity okit.Entity
---@param name string
---@param number integer
function ListController:onMoreAction(entity, name, number) end
---@param entity okit.Entity
function ListController:onQuickTap(entity) end
---@param entity okit.Entity
function ListController:onRowTap(entity) end
function ListController:onRefresh() end
function ListController:updateData() end
---@param entity okit.Entity
---@return { text?: string, detail?: string, image?: string, ribbon?: string, height?: number, accessory?: string|integer }?
function ListController:rowFor(entity) end

---@class okit.SelectionController: okit.ListController
local SelectionController = {}
function SelectionController:onClearTap() end
function SelectionController:onCloseTap() end

---@class okit.DetailController: okit.Controller
local DetailController = {}
---@param entity okit.Entity?
---@param number integer of the cell, from 1, hidden ones included
function DetailController:onRowTap(entity, number) end

---@class okit.ControllerProperties
---@field contextPath? okit.Value from the given context to the effective one
---@field promptPath? okit.Value the line above the title
---@field titlePath? okit.Value the title
---@field titleTap? okit.Action what tapping the title does
---@field titleCount? okit.Value a number for the subtitle, or for the title: 'Title (3)'
---@field subTitlePath? okit.Value the subtitle
---@field subTitleObject? okit.Value without 'subTitlePath': the word behind the count, '3 Books'
---@field subTitleObjectPlural? okit.Value its plural, for every count but 1
---@field subTitleSwap? okit.Value swaps title and subtitle (default `#false`)
---@field edit? okit.Value whether there is an Edit button (default `#true`)
---@field editEnabled? okit.Value whether a row takes part in editing; in a list, evaluated for each row (default `#true`)
---@field editInherit? okit.Value begins in edit mode when the controller before is in it (default `#false`)
---@field editAlways? okit.Value always in edit mode; no Edit button (default `#false`)
---@field help? okit.Value accepted, without effect (default `#true`)
---@field forceUpdate? okit.Value accepted, without effect (default `#true`)
---@field left? okit.ModelBarButtonItem[] bar buttons
---@field right? okit.ModelBarButtonItem[] bar buttons
---@field toolbar? okit.ModelBarButtonItem[] bar buttons

---@class okit.ListProperties: okit.ControllerProperties
---@field type? string the class of a new entity
---@field typeName? string what its dialog calls it
---@field dataPath? okit.Value the collection
---@field rowSort? okit.Multipart the sort keys: numbers and dates by value, texts by Unicode order, nil last; stable
---@field rowSortAsc? okit.Value ascending (default `#true`)
---@field group? okit.Value rows with equal header texts form a section
---@field groupName? okit.Value the header's text
---@field groupSort? okit.Value whether the sections are sorted by group (default `#true`)
---@field groupSortAsc? okit.Value whether they are sorted ascending (default `#true`)
---@field reorder? okit.Value whether rows can be moved in edit mode (default `#false`)
---@field reorderEnabled? okit.Value of each row (default `#true`)
---@field tap? okit.Action what tapping a row does; the cell's own goes first
---@field tapEdit? okit.Action the same in edit mode
---@field selectPath? okit.Value in edit mode a tap selects the row: this is set to true or false, or called with it
---@field refresh? okit.Value whether the list can be pulled to refresh (default `#true`)
---@field search? okit.Value whether there is a search bar (default `#true`)
---@field searchPath? okit.Value what is searched; both sides are normalised, see 'searchNormalized'
---@field searchFilterPath? okit.Value a row is shown when its text equals that of the scope
---@field searchFilters? okit.Multipart the scopes behind 'All'
---@field index? okit.Value shows an index A to Z and '#' (default `#false`)
---@field add? okit.Value whether there is an Add button (default `#true`)
---@field addAppend? okit.Value a new entity goes to the end, not to the top (default `#false`)
---@field addName? string asks for a name, and writes it to this property
---@field addNav? okit.Value a new entity is opened in edit mode (default `#false`)
---@field navEnabled? okit.Value whether a row leads somewhere (default `#true`)
---@field delete? okit.Value whether rows can be deleted (default `#true`)
---@field deleteEnabled? okit.Value of each row (default `#true`)
---@field deletePrompt? okit.Value asks before (default `#true`)
---@field more? okit.Value whether rows have More... (default `#false`)
---@field moreEnabled? okit.Value of each row (default `#true`)
---@field moreTap? okit.Action what it does instead of showing a sheet
---@field moreActions? okit.MoreActions the sheet's actions: names, or tables '{ name =, enabled =, tap = }'
---@field moreActionsEnabled? okit.Multipart which of them are shown, where they are names; an empty part is true
---@field moreActionsTap? okit.Multipart what they do
---@field quickName? okit.Value the title of the quick action
---@field quickImage? okit.Value its image, whose name is the title otherwise
---@field quickEnabled? okit.Value of each row (default `#true`)
---@field quickTap? okit.Action what it does
---@field autoDeselect? okit.Value the tapped row does not stay selected (default `#true`)
---@field forceListUpdate? okit.Value accepted, without effect (default `#false`)
---@field activityTop? okit.Value accepted, without effect (default `#20.0`)
---@field activity? okit.Value accepted, without effect (default `#false`)
---@field cell? okit.Cell how a row looks
---@field segue? okit.Segue where a row leads; that of the cell wins

---@class okit.SelectionProperties: okit.ListProperties
---@field refType? string the class of a new reference
---@field refTypeName? string accepted, without effect
---@field selectionContextPath? okit.Value from the given context to where 'selectionPath' starts; 'contextPath' is only about the rows
---@field selectionPath? okit.Value where the selection is written
---@field selectAppend? okit.Value a selected one goes to the end, not to the top (default `#false`)
---@field unique? okit.Value nothing is selected twice (default `#true`)
---@field unselect? okit.Value tapping a selected row takes it out (default `#true`)
---@field clear? okit.Value whether there is a button Clear (default `#true`)
---@field close? okit.Value whether there is a button Close when it was presented (default `#true`)
---@field autoClose? okit.Value leaves after a tap

---@class okit.Section
---@field header? okit.Value
---@field footer? okit.Value
---@field showDisplay? okit.Value whether it is shown
---@field showEdit? okit.Value whether it is shown in edit mode
---@field cells? okit.Cell[]

---@class okit.DetailProperties: okit.ControllerProperties
---@field sections? okit.Section[]
---@field sectionHeaders? okit.Multipart headers by number, where the section has none itself
---@field sectionFooters? okit.Multipart footers likewise
---@field tap? okit.Action what tapping a row does; the cell's own goes first
---@field tapEdit? okit.Action the same in edit mode
---@field accyTap? okit.Action what tapping an accessory does, where the cell has nothing
---@field accyEditTap? okit.Action the same in edit mode
---@field autoDeselect? okit.Value the tapped row does not stay selected (default `#true`)
---@field sectionsShowDisplay? okit.Multipart which sections are shown
---@field sectionsShowEdit? okit.Multipart which sections are shown in edit mode

---@class okit.ApplicationProperties
---@field homeIdentifier? string the controller that is shown first
---@field contextPath? okit.Value the context of the first screen

---@class okit.ListClass: okit.ListController
okit.ModelListTableController = {}
---@param name string
---@param properties okit.ListProperties
---@return okit.ListClass
function okit.ModelListTableController:extend(name, properties) end

---@class okit.SelectionClass: okit.SelectionController
okit.ModelSelectionTableController = {}
---@param name string
---@param properties okit.SelectionProperties
---@return okit.SelectionClass
function okit.ModelSelectionTableController:extend(name, properties) end

---@class okit.DetailClass: okit.DetailController
okit.ModelDetailTableController = {}
---@param name string
---@param properties okit.DetailProperties
---@return okit.DetailClass
function okit.ModelDetailTableController:extend(name, properties) end

---@class okit.ApplicationClass
okit.ModelApplicationController = {}
---@param name string
---@param properties okit.ApplicationProperties
---@return okit.ApplicationClass
function okit.ModelApplicationController:extend(name, properties) end

-- Cells and controls --------------------------------------------------------------------------------------------------

---A cell or a control that was made.
---@class okit.Cell

---@class okit.TableCellProperties
---@field contextPath? okit.Value from the given context to that of the cell; when it leads nowhere, the cell shows nothing
---@field path? okit.Value the text
---@field detailPath? okit.Value the detail text
---@field imagePath? okit.Value an image, or the name of one
---@field ribbonColor? okit.Value a colour
---@field editPath? okit.Value the text in edit mode
---@field editDetailPath? okit.Value the detail text in edit mode
---@field editImagePath? okit.Value an image, or the name of one in edit mode
---@field editRibbonColor? okit.Value a colour in edit mode
---@field accyPath? okit.Value the accessory: 0 to 4, or 'none', 'disclosure', 'detailDisclosure', 'checkmark', 'detail'
---@field accyIcon? okit.Value the button's image
---@field accyText? okit.Value a button in its place
---@field accyTap? okit.Action what tapping accessory or button does
---@field accyShow? okit.Value whether they are shown (default `#true`)
---@field accyEnabled? okit.Value whether they can be tapped (default `#true`)
---@field accyEditPath? okit.Value the accessory: 0 to 4, or 'none', 'disclosure', 'detailDisclosure', 'checkmark', 'detail' in edit mode
---@field accyEditIcon? okit.Value the button's image in edit mode
---@field accyEditText? okit.Value a button in its place in edit mode
---@field accyEditTap? okit.Action what tapping accessory or button does in edit mode
---@field accyEditShow? okit.Value whether they are shown in edit mode (default `#true`)
---@field accyEditEnabled? okit.Value whether they can be tapped in edit mode (default `#true`)
---@field heightDisplay? okit.Value in points; at 0 the row is hidden
---@field heightEdit? okit.Value in points in edit mode; at 0 the row is hidden
---@field heightSelect? okit.Value in edit mode while the row is selected
---@field showDisplay? okit.Value whether the row is shown (default `#true`)
---@field showEdit? okit.Value whether the row is shown in edit mode (default `#true`)
---@field selectNextRow? okit.Value in edit mode a tap selects the row that many cells further on (or back) instead
---@field selectNextAccent? okit.Value accepted, without effect (default `#true`)
---@field tap? okit.Action what tapping the row does
---@field tapEdit? okit.Action what tapping the row does in edit mode
---@field segue? okit.Segue where the row leads, with the cell's context

---@class okit.EditCellProperties: okit.TableCellProperties
---@field readOnly? okit.Value the control cannot be changed (default `#false`)
---@field controlInDisplay? okit.Value the control is shown outside of edit mode as well, disabled (default `#true`)

---@class okit.SwitchCellProperties: okit.EditCellProperties
---@field onPath? okit.Value true or false

---@class okit.TextCellProperties: okit.EditCellProperties
---@field textPath? okit.Value the text
---@field placeholder? okit.Value what stands there when it is empty
---@field secure? okit.Value the text is in no screen (default `#false`)

---@class okit.MultilineCellProperties: okit.EditCellProperties
---@field textPath? okit.Value the text
---@field placeholder? okit.Value what stands there when it is empty

---@class okit.DateCellProperties: okit.EditCellProperties
---@field datePath? okit.Value the date
---@field minDatePath? okit.Value the earliest date
---@field maxDatePath? okit.Value the latest date
---@field modePath? okit.Value 0 time, 1 date, 2 dateAndTime, 3 countDownTimer (default `#2`)

---@class okit.SegmentCellProperties: okit.EditCellProperties
---@field segmentsPath? okit.Multipart the titles
---@field selectIndexPath? okit.Value the index of the chosen one, from 0
---@field width? okit.Value accepted, without effect (default `#200`)

---@class okit.PickerCellProperties: okit.EditCellProperties
---@field dataPath? okit.Value the choices
---@field namePath? okit.Value the name of each; the text unless given
---@field selectionPath? okit.Value a reference to the chosen one, or its index

---@class okit.SliderCellProperties: okit.EditCellProperties
---@field valuePath? okit.Value the number
---@field minValuePath? okit.Value its least value (default `#0`)
---@field maxValuePath? okit.Value its greatest value (default `#1`)
---@field minImagePath? okit.Value accepted, without effect
---@field maxImagePath? okit.Value accepted, without effect
---@field width? okit.Value accepted, without effect (default `#150`)

---@class okit.StepperCellProperties: okit.EditCellProperties
---@field valuePath? okit.Value the number
---@field minValuePath? okit.Value its least value (default `#0`)
---@field maxValuePath? okit.Value its greatest value (default `#100`)
---@field stepValuePath? okit.Value how far one step goes (default `#1`)

---@class okit.BarButtonProperties
---@field contextPath? okit.Value from the controller's effective context to its own
---@field title? okit.Value its title
---@field tapPath? okit.Action what it does
---@field enabledPath? okit.Value whether it can be tapped
---@field tap? okit.Action what it does
---@field enabled? okit.Value whether it can be tapped
---@field segue? okit.Segue where it leads, with its context

---@param properties okit.TableCellProperties
---@return okit.Cell
function okit.ModelTableCell(properties) end

---@param properties okit.SwitchCellProperties
---@return okit.Cell
function okit.ModelSwitchCell(properties) end

---@param properties okit.TextCellProperties
---@return okit.Cell
function okit.ModelTextCell(properties) end

---@param properties okit.MultilineCellProperties
---@return okit.Cell
function okit.ModelMultilineCell(properties) end

---@param properties okit.DateCellProperties
---@return okit.Cell
function okit.ModelDateCell(properties) end

---@param properties okit.SegmentCellProperties
---@return okit.Cell
function okit.ModelSegmentCell(properties) end

---@param properties okit.PickerCellProperties
---@return okit.Cell
function okit.ModelPickerCell(properties) end

---@param properties okit.SliderCellProperties
---@return okit.Cell
function okit.ModelSliderCell(properties) end

---@param properties okit.StepperCellProperties
---@return okit.Cell
function okit.ModelStepperCell(properties) end

---@class okit.ModelBarButtonItem

---@param properties okit.BarButtonProperties
---@return okit.ModelBarButtonItem
function okit.ModelBarButtonItem(properties) end

-- Functions -----------------------------------------------------------------------------------------------------------

---Adds functions to values of a type, for bindings: `price/vat(#0.19)`. They get the value, then their parameters.
---@param type "Any"|"Bool"|"Number"|"String"|"Date"|"Data"|"Color"|"Image"|"List"|"Entity"|string|okit.EntityClass
---@param functions table<string, fun(value: any, ...: any): any>
function okit.extend(type, functions) end

---@class okit.DialogAction
---@field title? string
---@field style? "default"|"cancel"|"destructive"
---@field tap? fun(texts: string[])

---Shows an alert.
---@param alert { title?: string, message?: string, actions?: okit.DialogAction[], fields?: { name?: string, placeholder?: string, text?: string, secure?: boolean }[] }
---@return okit.DialogHandle
function okit.alert(alert) end

---Shows an action sheet.
---@param sheet { title?: string, message?: string, actions?: okit.DialogAction[] }
---@return okit.DialogHandle
function okit.sheet(sheet) end

---Goes to a controller.
---@param name string
---@param context? okit.Entity
function okit.navigate(name, context) end

---Presents a controller above what is there.
---@param name string
---@param context? okit.Entity
function okit.present(name, context) end

---Closes the presentation.
function okit.dismiss() end

---Goes back to the controller before.
function okit.back() end

---The text for a key in the application's language, its placeholders replaced.
---@param key string
---@param ... any
---@return string
function okit.localized(key, ...) end

---The moment of the application's clock.
---@return okit.Date
function okit.now() end

---@param date okit.DateLike|{ year: integer, month?: integer, day?: integer, hour?: integer, minute?: integer, second?: number }
---@return okit.Date
function okit.date(date) end

---@param name string
---@return string
function okit.image(name) end

---A colour as `#rrggbb`.
---@param hex string
---@return string
function okit.color(hex) end

---Waits.
---@param seconds number
function okit.sleep(seconds) end

---Waits until `fn` has called what it was given, and gives what it was called with.
---@param fn fun(done: fun(...: any))
---@return any ...
function okit.await(fn) end

---@param seconds number
---@param fn fun()
---@return okit.Handle
function okit.after(seconds, fn) end

---@param seconds number
---@param fn fun()
---@return okit.Handle
function okit.every(seconds, fn) end

okit.log = {}
---@param ... any
function okit.log.debug(...) end
---@param ... any
function okit.log.info(...) end
---@param ... any
function okit.log.warn(...) end
---@param ... any
function okit.log.error(...) end

---What followed `--` on the command line.
---@type string[]
okit.arguments = {}

---The application as its own script sees it.
---@type okit.App
okit.app = {}

-- The application object ----------------------------------------------------------------------------------------------

---What is meant: a text, a number from 1, or a table.
---@alias okit.Locator string|integer|{ text?: string, kind?: "button"|"row"|"action"|"title", detail?: string, section?: string|integer, index?: integer }

---@class okit.App
---@field screen okit.Screen what a person sees
---@field alert okit.Alert? the open alert
---@field sheet okit.Sheet? the open sheet
---@field clock okit.Clock
---@field stack string[] the names of the controllers, lowest first
---@field diagnostics { code: string, severity: string, message: string, place: string?, hint: string?, text: string }[]
---@field log { level: string, message: string }[]
local App = {}

---An action of the open dialog; else a bar button; else a row or the title; else the button in a row.
---@param what okit.Locator
---@return okit.App
function App:tap(what) end
---@param what okit.Locator
---@return okit.Row
function App:row(what) end
---By text, placeholder or path.
---@param what okit.Locator
---@return okit.CellElement
function App:cell(what) end
---The texts of all rows, or of those in a section.
---@param section? string|integer
---@return string[]
function App:rows(section) end
---@return okit.Title
function App:title() end
---The screen as text.
---@param width? integer
---@return string
function App:dump(width) end
---@return okit.App
function App:back() end
---@return okit.App
function App:close() end
---@return okit.App
function App:menu() end
---@return okit.App
function App:refresh() end
---@param text string
---@return okit.App
function App:search(text) end
---@param scope string
---@return okit.App
function App:filter(scope) end
---@param name string
---@return okit.App
function App:tab(name) end
---Stores the state on the way.
---@return okit.App
function App:background() end
---@return okit.App
function App:foreground() end
---Ends the process without storing.
---@return okit.App
function App:terminate() end
---Starts it again with the same documents.
---@return okit.App
function App:relaunch() end
---The root of a model.
---@param name? string
---@return okit.Entity
function App:model(name) end
---@param path string
---@return any
function App:get(path) end
---@param path string
---@param value any
---@return okit.App
function App:set(path, value) end
---@param path string
---@return any
function App:call(path) end
---@class okit.BindingReport
---@field property string
---@field binding? string nil when a function stands in its place
---@field value? string as a text
---@field reads string[] in the order of reading
---@field cause? string what was written that made it run last
---@field runs integer
---@field ran? { turn: integer, at: string } the turn that it ran last in or after, and when that began

---What the binding behind a property of a row or cell read last, when it ran, and which write made it run. Without a
---property a list of all bindings of the row that have run.
---@param row okit.Row|okit.CellElement as `app:row` and `app:cell` find them
---@param property string a property of the cell (`detailPath`), or the field of the screen that it fills (`detail`)
---@return okit.BindingReport
---@overload fun(self: okit.App, row: okit.Row|okit.CellElement): okit.BindingReport[]
function App:why(row, property) end

---The changes that `fn` causes, net and in order.
---@param fn fun()
---@return okit.Patch[]
function App:changes(fn) end
---All that `fn` does as one turn.
---@param fn fun()
---@return okit.App
function App:transaction(fn) end
---@return okit.App
function App:undo() end
---@return okit.App
function App:redo() end
---@return table
function App:snapshot() end
---@param snapshot table
---@return okit.App
function App:apply(snapshot) end

---@class okit.Title
---@field prompt string?
---@field title string
---@field subtitle string?
local Title = {}
---@return okit.App
function Title:tap() end

---@class okit.Clock
---@field now okit.Date
local Clock = {}
---@param seconds number
---@return okit.App
function Clock:advance(seconds) end
---@param date okit.DateLike
---@return okit.App
function Clock:set(date) end

---@class okit.Alert
---@field title string?
---@field message string?
---@field fields { name: string, placeholder: string?, text: string?, secure: boolean }[]
---@field actions { title: string, style: string, enabled: boolean }[]
local Alert = {}
---Types into a field, by its name or number; without one into the only one.
---@param text string
---@param field? string|integer
---@return okit.Alert
function Alert:type(text, field) end
---@param what okit.Locator
---@return okit.App
function Alert:tap(what) end

---@class okit.Sheet
---@field title string?
---@field message string?
---@field fields table
---@field actions { title: string, style: string, enabled: boolean }[]
local Sheet = {}
---@param what okit.Locator
---@return okit.App
function Sheet:tap(what) end

---@class okit.RowFields
---@field text string?
---@field detail string?
---@field image string?
---@field ribbon string?
---@field accessory "none"|"disclosure"|"detailDisclosure"|"checkmark"|"detail"
---@field button { title: string, enabled: boolean }?
---@field leading string[]
---@field trailing string[]
---@field control okit.Control?
---@field selected boolean
---@field height number?

---@class okit.Row: okit.RowFields
---@field accessory string|fun(self: okit.Row): okit.App what it shows; called, taps it
local Row = {}
---@return okit.App
function Row:tap() end
---@return okit.App
function Row:quick() end
---@return okit.App
function Row:delete() end
---@param action? okit.Locator
---@return okit.App
function Row:more(action) end
---@param edge "leading"|"trailing"
---@return okit.App
function Row:swipe(edge) end
---@param place okit.Locator a place in the section, or the row that is there
---@return okit.App
function Row:move(place) end
---@return okit.App
function Row:select() end
---@return okit.App
function Row:deselect() end

---@class okit.CellElement: okit.RowFields
local CellElement = {}
---@return okit.App
function CellElement:tap() end
---@param text string
---@return okit.App
function CellElement:type(text) end
---@return okit.App
function CellElement:clear() end
---@param value any
---@return okit.App
function CellElement:set(value) end
---@param option string|integer
---@return okit.App
function CellElement:choose(option) end
---@param number number
---@return okit.App
function CellElement:slide(number) end
---@param count? integer
---@return okit.App
function CellElement:step(count) end
---@param date okit.DateLike
---@return okit.App
function CellElement:pick(date) end

---@class okit.Control
---@field kind "text"|"multiline"|"switch"|"stepper"|"slider"|"segment"|"date"|"picker"
---@field value any
---@field enabled boolean
---@field min any
---@field max any
---@field step number?
---@field options string[]
---@field placeholder string?
---@field secure boolean
---@field mode integer?

---@class okit.Screen
---@field kind "list"|"detail"|"selection"
---@field name string
---@field prompt string?
---@field title string
---@field subtitle string?
---@field editing boolean
---@field left { title: string, enabled: boolean? }[]
---@field right { title: string, enabled: boolean? }[]
---@field toolbar { title: string, enabled: boolean? }[]
---@field search { text: string, scopes: string[], scope: integer }?
---@field index string[]
---@field sections { header: string?, footer: string?, rows: okit.RowFields[] }[]
---@field window { total: integer, from: integer }?
---@field alert table?
---@field sheet table?
---@field menu boolean
---@field cover boolean
---@field theme string

-- Testing: what test files have -----------------------------------------------------------------------------------------

---@class okit.LaunchOptions
---@field now? okit.Date|string where the clock stands (default 2020-01-01T00:00:00Z)
---@field locale? string (default `en_US`)
---@field timeZone? string (default `UTC`)
---@field seed? integer of new ids
---@field documents? string a folder whose content the application finds in its documents directory
---@field fixture? table data for the default model
---@field arguments? string[]

---Starts an application of its own for the test that runs.
---@param path string relative to the file that names it
---@param options? okit.LaunchOptions
---@return okit.App
function okit.launch(path, options) end

---@class okit.Spy
---@field count integer
---@field calls table[] the arguments of each call, with `n`
---@field fn function the same as a plain function
---@overload fun(...: any): any
local Spy = {}
---@param ... any
---@return boolean
function Spy:called_with(...) end
---@return okit.Spy
function Spy:clear() end

---A function that remembers its calls.
---@param fn? function
---@return okit.Spy
function okit.spy(fn) end

---Puts a spy in the place of `object[name]` until the test ends.
---@param object table
---@param name string
---@param fn? function
---@return okit.Spy
function okit.stub(object, name, fn) end

---@alias okit.TestOptions { tags?: string|string[] }

---@param name string
---@param options okit.TestOptions
---@param body fun()
---@overload fun(name: string, body: fun())
function describe(name, options, body) end

---@class okit.It
---@overload fun(name: string, options: okit.TestOptions, body?: fun())
---@overload fun(name: string, body?: fun())
it = {}
---A test for each case: a list is the arguments, anything else one argument.
---@param cases any[]
---@return fun(name: string, options: okit.TestOptions|function, body?: function)
function it.each(cases) end

---@param reason string
function pending(reason) end
---@param body fun()
function before_each(body) end
---@param body fun()
function after_each(body) end
---@param body fun()
function before_all(body) end
---@param body fun()
function after_all(body) end

---@class okit.Expectation
---@field to_be fun(expected: any): okit.Expectation
---@field to_equal fun(expected: any): okit.Expectation
---@field to_match fun(expected: table|string): okit.Expectation
---@field to_contain fun(element: any): okit.Expectation
---@field to_be_near fun(expected: number|okit.Date, within?: number): okit.Expectation
---@field to_fail fun(pattern?: string): okit.Expectation
---@field to_have_count fun(count: integer): okit.Expectation
---@field to_match_snapshot fun(name?: string): okit.Expectation
---@field not_to_be fun(expected: any): okit.Expectation
---@field not_to_equal fun(expected: any): okit.Expectation
---@field not_to_match fun(expected: table|string): okit.Expectation
---@field not_to_contain fun(element: any): okit.Expectation
---@field not_to_be_near fun(expected: number|okit.Date, within?: number): okit.Expectation
---@field not_to_fail fun(pattern?: string): okit.Expectation
---@field not_to_have_count fun(count: integer): okit.Expectation
---@field not_to_match_snapshot fun(name?: string): okit.Expectation

---@class okit.Expect
---@field soft fun(value: any): okit.Expectation goes on, and fails the test at its end
---@overload fun(value: any): okit.Expectation
expect = {}

return okit
