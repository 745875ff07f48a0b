---@meta okit

-- Annotations of the module `okit` for the Lua language server: docs/lua.md tells how to use them.
-- Written by `okit-run api --format luals` from what the engine itself declares; `make api` writes them anew.

-- The module ----------------------------------------------------------------------------------------------------------

---A type whose values can be extended.
---@alias okit.CoreType "Any"|"Bool"|"Number"|"String"|"Date"|"Data"|"Color"|"Image"|"List"|"Entity"

---The module of okit: classes, types and functions of applications written in Lua.
---@class okit: okit.Tests
---@field ModelEntity okit.EntityClass The class above all classes of entities.
---@field ModelRef okit.EntityClass|okit.Reference A reference: `refKey` is the key, `ref` the entity.
---@field ModelTransient okit.ModelClass A model that is stored nowhere.
---@field Model okit.ModelClass A model that is stored in a file.
---@field ModelListTableController okit.ModelListTableController Shows the entities of a collection in rows.
---@field ModelDetailTableController okit.ModelDetailTableController Shows one entity in sections of cells.
---@field ModelSelectionTableController okit.ModelSelectionTableController Lets a person choose among the entities of a collection.
---@field ModelApplicationController okit.ModelApplicationController Says what is shown first.
---@field ModelTableCell okit.ModelTableCell A row with a text and a detail text.
---@field ModelSwitchCell okit.ModelSwitchCell A row with a switch.
---@field ModelTextCell okit.ModelTextCell A row with a text field.
---@field ModelDateCell okit.ModelDateCell A row with a date picker.
---@field ModelMultilineCell okit.ModelMultilineCell A row with a text of several lines.
---@field ModelSegmentCell okit.ModelSegmentCell A row with some choices beside each other.
---@field ModelPickerCell okit.ModelPickerCell A row with a choice among many.
---@field ModelSliderCell okit.ModelSliderCell A row with a slider.
---@field ModelStepperCell okit.ModelStepperCell A row with a number that goes up and down in steps.
---@field ModelProgressCell okit.ModelProgressCell A row with a progress bar.
---@field ModelBarButtonItem okit.ModelBarButtonItem A button of a bar.
---@field types okit.types Types of properties.
---@field log okit.log Writes lines of the log.
---@field arguments string[] What followed `--` on the command line.
---@field app okit.App The application as its own script sees it.
okit = {}

---Adds functions to the values of a type, for bindings: `price/vat(#0.19)`. They get the value, then their parameters.
---@param type okit.CoreType|string|okit.EntityClass
---@param functions table<string, fun(value: any, ...: any): any>
function okit.extend(type, functions) end

---Shows an alert.
---@param alert okit.AlertOptions
---@return okit.DialogHandle
function okit.alert(alert) end

---Shows an action sheet.
---@param sheet okit.SheetOptions
---@return okit.DialogHandle
function okit.sheet(sheet) end

---Pushes a controller; without a context, with the context of the current screen.
---@param name string
---@param context? okit.Entity
function okit.navigate(name, context) end

---Presents a controller modally.
---@param name string
---@param context? okit.Entity
function okit.present(name, context) end

---Closes the presented screens; fails when nothing is presented.
function okit.dismiss() end

---Returns to the previous screen; fails on the first one of its stack.
function okit.back() end

---The text for a key in the application's language, its placeholders replaced by the further arguments.
---@param key string
---@param ... any
---@return string
function okit.localized(key, ...) end

---Names an image.
---@param name string
---@return string
function okit.image(name) end

---A colour as `#rrggbb`; fails when the text is none.
---@param hex string
---@return string
function okit.color(hex) end

---The time of the application's clock.
---@return okit.Date
function okit.now() end

---Creates a date from an ISO 8601 text, from seconds since 1970, or from calendar fields in the time zone.
---@param date okit.DateLike|okit.DateFigures
---@return okit.Date
function okit.date(date) end

---Waits.
---@param seconds number
function okit.sleep(seconds) end

---Calls a function later. The handle cancels it.
---@param seconds number
---@param fn fun()
---@return okit.Handle
function okit.after(seconds, fn) end

---Calls a function repeatedly. The handle cancels it.
---@param seconds number
---@param fn fun()
---@return okit.Handle
function okit.every(seconds, fn) end

---Waits until a function has called what it was given, and gives what it was called with.
---@param fn fun(done: fun(...: any))
---@return any ...
function okit.await(fn) end

---Asks a server that is permitted, waits, and gives what it answers. Redirections are not followed.
---@param request string|okit.Request
---@return okit.Response
function okit.fetch(request) end

---Writes lines of the log; values are joined by blanks.
---@class okit.log
local log = {}

---A line that says what only a developer wants to know.
---@param ... any
function log.debug(...) end

---A line that says what happens.
---@param ... any
function log.info(...) end

---A line that says what may be wrong.
---@param ... any
function log.warn(...) end

---A line that says what went wrong.
---@param ... any
function log.error(...) end

-- Values --------------------------------------------------------------------------------------------------------------

---A date, an ISO 8601 text, or seconds since 1970.
---@alias okit.DateLike okit.Date|string|number

---A moment. Dates compare; `date + seconds` is a date, `date - date` is seconds.
---@class okit.Date
---@field timestamp number seconds since 1970
---@field day integer the day of the month, from 1
---@field formatDate string `January 31, 2020`
---@field formatDateTime string `1/31/20, 8:05 AM`
---@field formatFullDate string `Friday, January 31, 2020`
---@field formatISO string ISO 8601 in UTC
---@field formatInterval string the time since then, `27:54:51`
---@field formatRelativeDate string a word for near days, else as `formatDate`
---@field formatRelativeDateTime string a word for near days, else as `formatDateTime`
---@field formatRelativeFullDate string a word for near days, else as `formatFullDate`
---@field formatRelativeTime string as `formatTime`
---@field formatTime string `8:05 AM`
---@field hour integer the hour, from 0
---@field minute integer the minute, from 0
---@field month integer the month, from 1
---@field second integer the second, from 0
---@field weekday integer the day of the week, from 1, Sunday
---@field year integer the year
---@overload fun(default?: okit.Date|okit.TypeOptions, options?: okit.TypeOptions): okit.Date
---@operator add(number): okit.Date
---@operator sub(number): okit.Date
---@operator sub(okit.Date): number
local Date = {}

---Moves by the calendar: the clocks show the same time then.
---@param figures okit.DateShift
---@return okit.Date
function Date:add(figures) end

---Formats by a Unicode date pattern: `d MMM yyyy`.
---@param pattern string
---@return string
function Date:format(pattern) end

---A date by the clocks of the time zone.
---@class okit.DateFigures
---@field year integer
---@field month? integer 1 unless given
---@field day? integer 1 unless given
---@field hour? integer
---@field minute? integer
---@field second? number

---How far a date is moved.
---@class okit.DateShift
---@field year? integer
---@field month? integer
---@field week? integer
---@field day? integer
---@field hour? number
---@field minute? number
---@field second? number

---Something that can be ended: a timer or an observation.
---@class okit.Handle
---@field running boolean of a timer: whether it still runs
local Handle = {}

---Stops a timer or an observation; once is enough, twice does no harm.
function Handle:cancel() end

---An open dialog.
---@class okit.DialogHandle
---@field open boolean whether it has not been answered
local DialogHandle = {}

---Waits for the answer: the title of the button, and the texts of the fields by number and by name.
---@return string button
---@return table<integer|string, string> texts
function DialogHandle:wait() end

---A call that takes its time.
---@class okit.CallHandle
---@field finished boolean whether there is a result
local CallHandle = {}

---Waits for the result.
---@return any
function CallHandle:wait() end

---An error of the engine, as `pcall` gives it. `tostring` gives all of it.
---@class okit.Error
---@field code string a stable name, such as `model.type`
---@field message string what went wrong, with the hint
---@field hint string? the nearest right name, or what to do
---@field file string? the script where it happened
---@field line integer? the line in it
---@field place string? file and line

-- Models --------------------------------------------------------------------------------------------------------------

---What becomes of a reference whose target goes.
---@alias okit.DeleteRule "nullify"|"remove"|"restrict"|"keep"

---Types of properties. A plain value stands for its own type with that default.
---@class okit.types
---@field string string A text, empty at first.
---@field bool boolean A Bool, false at first.
---@field int integer An integer, 0 at first.
---@field float number A number of 64 bits, 0 at first.
---@field double number The same as `float`.
---@field date okit.Date A date, now unless a default is given.
---@field data string Bytes, nil at first.
---@field color string A colour `#rrggbb`, nil at first.
---@field image string The name of an image, nil at first.
local types = {}

---Values or entities in order.
---@generic T
---@param element T
---@param options? okit.TypeOptions
---@return okit.Collection<T>|T[]
function types.list(element, options) end

---Each value once.
---@generic T
---@param element T
---@param options? okit.TypeOptions
---@return okit.Collection<T>|T[]
function types.set(element, options) end

---Texts to values.
---@generic T
---@param element T
---@param options? okit.TypeOptions
---@return okit.Map<T>|table<string, T>
function types.map(element, options) end

---What may be nil, and is at first.
---@generic T
---@param inner T
---@param options? okit.TypeOptions
---@return T
function types.optional(inner, options) end

---What is not stored.
---@generic T
---@param inner T
---@return T
function types.transient(inner) end

---An entity that the property owns.
---@generic T
---@param class `T`|T
---@param options? okit.TypeOptions
---@return T|okit.Entity|table
function types.entity(class, options) end

---A reference to an entity that lives elsewhere.
---@generic T
---@param class `T`|T
---@param options? okit.ReferenceOptions
---@return T|okit.Entity|table
function types.ref(class, options) end

---One of some texts, the first one at first.
---@param cases string[]
---@param options? okit.TypeOptions
---@return string
function types.enum(cases, options) end

---What a function gives, kept until something that it has read changes.
---@param fn fun(self: any): any
---@return any
function types.computed(fn) end

---What more a type says of a property.
---@class okit.TypeOptions
---@field default? any the value at first
---@field transient? boolean whether it is not stored
---@field didSet? fun(self: any, old: any, new: any) runs after each change

---What more a reference says.
---@class okit.ReferenceOptions
---@field onDelete? okit.DeleteRule what becomes of it when its target goes; `nullify` unless given
---@field didSet? fun(self: any, old: any, new: any) runs after each change

-- As a type, it is called with a default and options: `okit.types.string`, `okit.types.data`, `okit.types.color`, `okit.types.image`.

---@class string
---@overload fun(default?: string|okit.TypeOptions, options?: okit.TypeOptions): string

-- As a type, it is called with a default and options: `okit.types.bool`.

---@class boolean
---@overload fun(default?: boolean|okit.TypeOptions, options?: okit.TypeOptions): boolean

-- As a type, it is called with a default and options: `okit.types.int`.

---@class integer
---@overload fun(default?: integer|okit.TypeOptions, options?: okit.TypeOptions): integer

-- As a type, it is called with a default and options: `okit.types.float`, `okit.types.double`.

---@class number
---@overload fun(default?: number|okit.TypeOptions, options?: okit.TypeOptions): number

---A class of entities. Functions assigned to it are functions of its entities, and hooks: `managed(context)`, `unmanaged(context)`, `invalidated(key)`.
---@class okit.EntityClass: okit.Entity
---@overload fun<P>(values?: P): P|okit.Entity|table
local EntityClass = {}

---Defines a class below this one. A plain value is a property with that default, `okit.types` says more.
---@generic S, P: table
---@param self S
---@param name string
---@param properties? P
---@return S|P|table
function EntityClass:extend(name, properties) end

---A class of models: of the entities that are the roots of documents.
---@class okit.ModelClass: okit.EntityClass
---@field version integer the version of its documents, 1 unless set
---@field migrate fun(old: table, from: integer): table makes an older document one of this version
local ModelClass = {}

---Makes the root entity of a model, or loads it; its name is `default` unless given.
---@generic C: okit.ModelClass
---@param class C
---@param name? string
---@return C
function ModelClass.register(class, name) end

---The root of a model, of the default one without a name.
---@param name? string
---@return okit.Entity?
function ModelClass.get(name) end

---Stores a model, if it has changed.
---@param model okit.Entity
function ModelClass.store(model) end

---Says what belongs to the state: a function that calls `store` for each model.
---@param fn fun()
function ModelClass.state(fn) end

---Stores all of the state, or nothing.
function ModelClass.storeState() end

---Makes all models as they are stored.
function ModelClass.restoreState() end

---Makes all models as they are stored.
function ModelClass.sync() end

---The references whose key no entity has.
---@return okit.DanglingRef[]
function ModelClass.danglingRefs() end

---Calls a function that registers the models.
---@param fn fun()
---@param options? okit.InitializeOptions
function ModelClass.initialize(fn, options) end

---How models are initialized.
---@class okit.InitializeOptions
---@field secure? boolean accepted, without effect

---A reference whose key no entity has.
---@class okit.DanglingRef
---@field owner any the entity that has it
---@field property string the property's name
---@field refKey string the key

---An entity: an object of a model, with the properties and functions of its class.
---@class okit.Entity
---@field id string the same for as long as the entity exists, also when it is stored
---@field parent any the entity that owns it, nil for the root of a model
---@field model any the root of the model that it is in, nil outside of one
---@field type string the name of its class, unless it has such a property itself
---@field super any the functions that its class overrides: `self.super.description(self)`
local Entity = {}

---The value of a binding; of several parts their text.
---@param path string
---@return any
function Entity:get(path) end

---The value as a text.
---@param path string
---@return string?
function Entity:getString(path) end

---Whether the value is true.
---@param path string
---@return boolean
function Entity:getBool(path) end

---The value as an integer.
---@param path string
---@return integer?
function Entity:getInt(path) end

---The value as a number.
---@param path string
---@return number?
function Entity:getDouble(path) end

---The value as a date.
---@param path string
---@return okit.Date?
function Entity:getDate(path) end

---The value as the name of an image, or its bytes.
---@param path string
---@return string?
function Entity:getImage(path) end

---One value for each part of a binding.
---@param path string
---@return any[]
function Entity:getAll(path) end

---The entity where a path ends.
---@param path string
---@return okit.Entity?
function Entity:resolve(path) end

---Every entity that a path visits, in order.
---@param path string
---@return okit.Entity[]
function Entity:contexts(path) end

---Writes through a binding.
---@param path string
---@param value any
---@param options? okit.WriteOptions
function Entity:set(path, value, options) end

---Calls what a binding names. Gives the result, of a function that takes its time an `okit.CallHandle`.
---@param path string
---@param completion? fun(result: any) runs when the function has ended
---@param options? okit.WriteOptions
---@return any
function Entity:call(path, completion, options) end

---Calls a function after each turn in which the value of a binding has changed.
---@param path string
---@param fn fun(new: any, old: any)
---@return okit.Handle
function Entity:observe(path, fn) end

---Calls a function after each turn that has changed something at or below the entity.
---@param fn fun(patches: okit.Patch[])
---@return okit.Handle
function Entity:onPatch(fn) end

---The entity with all below it as plain tables; dates are seconds since 2001.
---@return table
function Entity:snapshot() end

---Makes the entity as a table says. With an `id` the table is whole, without one it is partial.
---@param snapshot table
function Entity:apply(snapshot) end

---A reference to an entity that lives elsewhere.
---@class okit.Reference: okit.Entity
---@field refKey string? the id of the entity that it refers to
---@field ref any of a reference: the entity that it refers to

---A live list or set. It counts from 1; bindings count from 0.
---@class okit.Collection<T>
---@field [integer] T
---@operator len: integer
local Collection = {}

---Adds an element, and gives it back; a table becomes an entity.
---@param element T|table
---@return T
function Collection:add(element) end

---Adds an element at a position from 1, and gives it back.
---@param position integer
---@param element T|table
---@return T
function Collection:insert(position, element) end

---Removes an element, the reference to an entity, a position or a key. Gives whether it was there.
---@param element any
---@return boolean
function Collection:remove(element) end

---Removes all elements.
function Collection:clear() end

---Moves the element at a position to another one.
---@param from integer
---@param to integer
function Collection:move(from, to) end

---The first element for which the test holds.
---@param test fun(element: T|any): any
---@return T?
function Collection:find(test) end

---The elements for which the test holds, as a table.
---@param test fun(element: T|any): any
---@return T[]
function Collection:filter(test) end

---What a function makes of the elements, as a table.
---@generic R
---@param transform fun(element: T|any): R
---@return R[]
function Collection:map(transform) end

---The elements by the value of a binding on each, nil last, as a table.
---@param path? string
---@return T[]
function Collection:sorted(path) end

---A live map, read and written by key: `map.key`.
---@class okit.Map<T>
---@field [string] T
---@operator len: integer
local Map = {}

---Removes an element, the reference to an entity, a position or a key. Gives whether it was there.
---@param element any
---@return boolean
function Map:remove(element) end

---Removes all elements.
function Map:clear() end

---The first element for which the test holds.
---@param test fun(element: T|any): any
---@return T?
function Map:find(test) end

---The elements for which the test holds, as a table.
---@param test fun(element: T|any): any
---@return T[]
function Map:filter(test) end

---What a function makes of the elements, as a table.
---@generic R
---@param transform fun(element: T|any): R
---@return R[]
function Map:map(transform) end

---The elements by the value of a binding on each, nil last, as a table.
---@param path? string
---@return T[]
function Map:sorted(path) end

---How something is written.
---@class okit.WriteOptions
---@field suppressInvalidate? boolean whether nobody is told of the change

---A change in the terms of JSON Patch.
---@class okit.Patch
---@field op "add"|"remove"|"replace"|"move" what has happened
---@field path string `/books/0/name` in the default model, `people>/authors/1/name` in another one
---@field from? string where something has moved from
---@field value any the new value
---@field old any the value before

---A change as the application object gives it.
---@class okit.Change: okit.Patch
---@field new any the same as `value`

-- Controllers, cells and bar buttons ----------------------------------------------------------------------------------

---A binding text, or a constant, or a function that gives the value.
---@alias okit.Value string|number|boolean|(fun(context: any, controller: okit.Controller): any)

---A binding text that is called for effect, or a function.
---@alias okit.Action string|(fun(context: any, controller: okit.Controller, ...: any))

---A binding text of several parts, or a list.
---@alias okit.Multipart okit.Value|(string|number|boolean|(fun(context: any, controller: okit.Controller): any))[]

---How one gets to a controller.
---@alias okit.SegueKind "push"|"present"

---A controller on the screen.
---@class okit.Controller
---@field name string what the script calls it
---@field modelContext any the entity that it was given
---@field context any the entity that it works in: `modelContext` through `contextPath`
---@field effectiveContext any the same as `context`
---@field editing boolean whether it is in edit mode; can be written
---@field super any the functions above the one that runs: `self.super.onAddTap(self)`

---What a row shows, as `rowFor` gives it.
---@class okit.RowValues
---@field text? string the text
---@field detail? string the text at its end
---@field image? string the name of an image
---@field ribbon? string the color of the ribbon
---@field height? number the row's height
---@field accessory? string|integer what stands at the end of the row

---Shows the entities of a collection in rows.
---@class okit.ModelListTableController: okit.Controller
local ModelListTableController = {}

---Defines a controller under a name. It has the properties and functions of this one.
---@generic S
---@param self S
---@param name string
---@param properties? okit.ModelListTableController.Properties
---@return S|table
function ModelListTableController:extend(name, properties) end

---The title.
---@return string?
function ModelListTableController:titleValue() end

---The subtitle.
---@return string?
function ModelListTableController:subtitleValue() end

---The Edit button was tapped.
function ModelListTableController:onEditTap() end

---The Add button was tapped.
function ModelListTableController:onAddTap() end

---A row is to be deleted.
---@param entity any
function ModelListTableController:onDelete(entity) end

---More... of a row was tapped.
---@param entity any
function ModelListTableController:onMoreTap(entity) end

---An action of More... was chosen.
---@param entity any
---@param name string
---@param number integer
function ModelListTableController:onMoreAction(entity, name, number) end

---The quick action of a row was tapped.
---@param entity any
function ModelListTableController:onQuickTap(entity) end

---A row was tapped.
---@param entity any
---@param number? integer of the cell of a detail, from 1, hidden ones included
function ModelListTableController:onRowTap(entity, number) end

---The list was pulled.
function ModelListTableController:onRefresh() end

---Reads the data once more.
function ModelListTableController:updateData() end

---What the row of an entity shows.
---@param entity any
---@return okit.RowValues?
function ModelListTableController:rowFor(entity) end

---Shows one entity in sections of cells.
---@class okit.ModelDetailTableController: okit.Controller
local ModelDetailTableController = {}

---Defines a controller under a name. It has the properties and functions of this one.
---@generic S
---@param self S
---@param name string
---@param properties? okit.ModelDetailTableController.Properties
---@return S|table
function ModelDetailTableController:extend(name, properties) end

---The title.
---@return string?
function ModelDetailTableController:titleValue() end

---The subtitle.
---@return string?
function ModelDetailTableController:subtitleValue() end

---The Edit button was tapped.
function ModelDetailTableController:onEditTap() end

---A row was tapped.
---@param entity any
---@param number? integer of the cell of a detail, from 1, hidden ones included
function ModelDetailTableController:onRowTap(entity, number) end

---Lets a person choose among the entities of a collection.
---@class okit.ModelSelectionTableController: okit.Controller
local ModelSelectionTableController = {}

---Defines a controller under a name. It has the properties and functions of this one.
---@generic S
---@param self S
---@param name string
---@param properties? okit.ModelSelectionTableController.Properties
---@return S|table
function ModelSelectionTableController:extend(name, properties) end

---The title.
---@return string?
function ModelSelectionTableController:titleValue() end

---The subtitle.
---@return string?
function ModelSelectionTableController:subtitleValue() end

---The Edit button was tapped.
function ModelSelectionTableController:onEditTap() end

---The Add button was tapped.
function ModelSelectionTableController:onAddTap() end

---A row is to be deleted.
---@param entity any
function ModelSelectionTableController:onDelete(entity) end

---More... of a row was tapped.
---@param entity any
function ModelSelectionTableController:onMoreTap(entity) end

---An action of More... was chosen.
---@param entity any
---@param name string
---@param number integer
function ModelSelectionTableController:onMoreAction(entity, name, number) end

---The quick action of a row was tapped.
---@param entity any
function ModelSelectionTableController:onQuickTap(entity) end

---A row was tapped.
---@param entity any
---@param number? integer of the cell of a detail, from 1, hidden ones included
function ModelSelectionTableController:onRowTap(entity, number) end

---The list was pulled.
function ModelSelectionTableController:onRefresh() end

---Reads the data once more.
function ModelSelectionTableController:updateData() end

---What the row of an entity shows.
---@param entity any
---@return okit.RowValues?
function ModelSelectionTableController:rowFor(entity) end

---The Clear button was tapped.
function ModelSelectionTableController:onClearTap() end

---The Close button was tapped.
function ModelSelectionTableController:onCloseTap() end

---Says what is shown first.
---@class okit.ModelApplicationController: okit.Controller
local ModelApplicationController = {}

---Defines a controller under a name. It has the properties and functions of this one.
---@generic S
---@param self S
---@param name string
---@param properties? okit.ModelApplicationController.Properties
---@return S|table
function ModelApplicationController:extend(name, properties) end

---What `okit.ModelBaseTableController` can be given.
---@class okit.ModelBaseTableController.Properties
---@field contextPath? okit.Value from the given context to the effective one (Entity)
---@field promptPath? okit.Value the line above the title
---@field titlePath? okit.Value the title
---@field titleTap? okit.Action what tapping the title does
---@field titleCount? okit.Value a number for the subtitle, or for the title: `Title (3)` (Number)
---@field subTitlePath? okit.Value the subtitle
---@field subTitleObject? okit.Value without `subTitlePath`: the word behind the count, `3 Books`
---@field subTitleObjectPlural? okit.Value its plural, for every count but 1
---@field subTitleSwap? okit.Value swaps title and subtitle (Bool, default `#false`)
---@field edit? okit.Value whether there is an Edit button (Bool, default `#true`)
---@field editEnabled? okit.Value whether a row takes part in editing; in a list, evaluated for each row (Bool, default `#true`)
---@field editInherit? okit.Value begins in edit mode when the controller before is in it (Bool, default `#false`)
---@field editAlways? okit.Value always in edit mode; no Edit button (Bool, default `#false`)
---@field help? okit.Value accepted, without effect (Bool, default `#true`)
---@field forceUpdate? okit.Value accepted, without effect (Bool, default `#true`)
---@field tap? okit.Action what tapping a row does; the cell's own goes first
---@field tapEdit? okit.Action what tapping a row does in edit mode; the cell's own goes first
---@field autoDeselect? okit.Value the tapped row does not stay selected (Bool, default `#true`)
---@field left? okit.ModelBarButtonItem[] bar buttons
---@field right? okit.ModelBarButtonItem[] bar buttons
---@field toolbar? okit.ModelBarButtonItem[] bar buttons

---What `okit.ModelListTableController` can be given.
---@class okit.ModelListTableController.Properties: okit.ModelBaseTableController.Properties
---@field type? string the class of a new entity
---@field typeName? string what its dialog calls it
---@field dataPath? okit.Value the collection (List)
---@field rowSort? okit.Multipart the sort keys: numbers and dates by value, texts by Unicode order, nil last; stable
---@field rowSortAsc? okit.Value ascending (Bool, default `#true`)
---@field group? okit.Value rows with equal header texts form a section
---@field groupName? okit.Value the header's text
---@field groupSort? okit.Value whether the sections are sorted by group (Bool, default `#true`)
---@field groupSortAsc? okit.Value whether they are sorted ascending (Bool, default `#true`)
---@field reorder? okit.Value whether rows can be moved in edit mode (Bool, default `#false`)
---@field reorderEnabled? okit.Value of each row (Bool, default `#true`)
---@field selectPath? okit.Value in edit mode a tap selects the row: this is set to true or false, or called with it (Bool)
---@field refresh? okit.Value whether the list can be pulled to refresh (Bool, default `#true`)
---@field search? okit.Value whether there is a search bar (Bool, default `#true`)
---@field searchPath? okit.Value what is searched; both sides are normalized, see `searchNormalized`
---@field searchFilterPath? okit.Value a row is shown when its text equals that of the scope
---@field searchFilters? okit.Multipart the scopes behind `All`
---@field index? okit.Value shows an index A to Z and `#` (Bool, default `#false`)
---@field add? okit.Value whether there is an Add button (Bool, default `#true`)
---@field addAppend? okit.Value a new entity goes to the end, not to the top (Bool, default `#false`)
---@field addName? string asks for a name, and writes it to this property
---@field addNav? okit.Value a new entity is opened in edit mode (Bool, default `#false`)
---@field navEnabled? okit.Value whether a row leads somewhere (Bool, default `#true`)
---@field delete? okit.Value whether rows can be deleted (Bool, default `#true`)
---@field deleteEnabled? okit.Value of each row (Bool, default `#true`)
---@field deletePrompt? okit.Value asks before (Bool, default `#true`)
---@field more? okit.Value whether rows have More... (Bool, default `#false`)
---@field moreEnabled? okit.Value of each row (Bool, default `#true`)
---@field moreTap? okit.Action what it does instead of showing a sheet
---@field moreActions? string|function|(string|okit.MoreAction)[] the sheet's actions: names, or tables `{ name =, enabled =, tap = }`
---@field moreActionsEnabled? okit.Multipart which of them are shown, where they are names; an empty part is true (Bool)
---@field moreActionsTap? okit.Multipart what they do
---@field quickName? okit.Value the title of the quick action
---@field quickImage? okit.Value its image, whose name is the title otherwise (Image)
---@field quickEnabled? okit.Value of each row (Bool, default `#true`)
---@field quickTap? okit.Action what it does
---@field forceListUpdate? okit.Value accepted, without effect (Bool, default `#false`)
---@field activityTop? okit.Value accepted, without effect (Number, default `#20.0`)
---@field activity? okit.Value accepted, without effect (Bool, default `#false`)
---@field cell? okit.Component how a row looks
---@field segue? string|okit.Segue where a row leads; that of the cell wins

---What `okit.ModelDetailTableController` can be given.
---@class okit.ModelDetailTableController.Properties: okit.ModelBaseTableController.Properties
---@field sections? okit.Section[] the sections: tables `{ header =, footer =, cells =, showDisplay =, showEdit = }`
---@field sectionHeaders? okit.Multipart headers by number, where the section has none itself
---@field sectionFooters? okit.Multipart footers likewise
---@field accyTap? okit.Action what tapping an accessory does, where the cell has nothing
---@field accyEditTap? okit.Action the same in edit mode
---@field sectionsShowDisplay? okit.Multipart which sections are shown (Bool)
---@field sectionsShowEdit? okit.Multipart which sections are shown in edit mode (Bool)

---What `okit.ModelSelectionTableController` can be given.
---@class okit.ModelSelectionTableController.Properties: okit.ModelListTableController.Properties
---@field refType? string the class of a new reference
---@field refTypeName? string accepted, without effect
---@field selectionContextPath? okit.Value from the given context to where `selectionPath` starts; `contextPath` is only about the rows (Entity)
---@field selectionPath? okit.Value where the selection is written
---@field selectAppend? okit.Value a selected one goes to the end, not to the top (Bool, default `#false`)
---@field unique? okit.Value nothing is selected twice (Bool, default `#true`)
---@field unselect? okit.Value tapping a selected row takes it out (Bool, default `#true`)
---@field clear? okit.Value whether there is a button Clear (Bool, default `#true`)
---@field close? okit.Value whether there is a button Close when it was presented (Bool, default `#true`)
---@field autoClose? okit.Value leaves after a tap (Bool)

---What `okit.ModelApplicationController` can be given.
---@class okit.ModelApplicationController.Properties
---@field homeIdentifier? string the controller that is shown first
---@field contextPath? okit.Value the context of the first screen (Entity)

---What `okit.ModelTableCell` can be given.
---@class okit.ModelTableCell.Properties
---@field contextPath? okit.Value from the given context to that of the cell; when it leads nowhere, the cell shows nothing (Entity)
---@field path? okit.Value the text
---@field detailPath? okit.Value the detail text
---@field imagePath? okit.Value an image, or the name of one (Image)
---@field ribbonColor? okit.Value a color (Color)
---@field editPath? okit.Value the text in edit mode
---@field editDetailPath? okit.Value the detail text in edit mode
---@field editImagePath? okit.Value an image, or the name of one in edit mode (Image)
---@field editRibbonColor? okit.Value a color in edit mode (Color)
---@field accyPath? okit.Value the accessory: 0 to 4, or `none`, `disclosure`, `detailDisclosure`, `checkmark`, `detail`
---@field accyIcon? okit.Value the button's image (Image)
---@field accyText? okit.Value a button in its place
---@field accyTap? okit.Action what tapping accessory or button does
---@field accyShow? okit.Value whether they are shown (Bool, default `#true`)
---@field accyEnabled? okit.Value whether they can be tapped (Bool, default `#true`)
---@field accyEditPath? okit.Value the accessory: 0 to 4, or `none`, `disclosure`, `detailDisclosure`, `checkmark`, `detail` in edit mode
---@field accyEditIcon? okit.Value the button's image in edit mode (Image)
---@field accyEditText? okit.Value a button in its place in edit mode
---@field accyEditTap? okit.Action what tapping accessory or button does in edit mode
---@field accyEditShow? okit.Value whether they are shown in edit mode (Bool, default `#true`)
---@field accyEditEnabled? okit.Value whether they can be tapped in edit mode (Bool, default `#true`)
---@field heightDisplay? okit.Value in points; at 0 the row is hidden (Number)
---@field heightEdit? okit.Value in points in edit mode; at 0 the row is hidden (Number)
---@field heightSelect? okit.Value in edit mode while the row is selected (Number)
---@field showDisplay? okit.Value whether the row is shown (Bool, default `#true`)
---@field showEdit? okit.Value whether the row is shown in edit mode (Bool, default `#true`)
---@field selectNextRow? okit.Value in edit mode a tap selects the row that many cells further on (or back) instead (Number)
---@field selectNextAccent? okit.Value accepted, without effect (Bool, default `#true`)
---@field tap? okit.Action what tapping the row does
---@field tapEdit? okit.Action what tapping the row does in edit mode
---@field segue? string|okit.Segue where the row leads, with the context of the cell

---What `okit.ModelEditCell` can be given.
---@class okit.ModelEditCell.Properties: okit.ModelTableCell.Properties
---@field readOnly? okit.Value the control cannot be changed (Bool, default `#false`)
---@field controlInDisplay? okit.Value the control is shown outside of edit mode as well, disabled (Bool, default `#true`)

---What `okit.ModelSwitchCell` can be given.
---@class okit.ModelSwitchCell.Properties: okit.ModelEditCell.Properties
---@field onPath? okit.Value true or false (Bool)

---What `okit.ModelTextCell` can be given.
---@class okit.ModelTextCell.Properties: okit.ModelEditCell.Properties
---@field textPath? okit.Value the text
---@field placeholder? okit.Value what stands there when it is empty
---@field secure? okit.Value the text is in no screen (Bool, default `#false`)

---What `okit.ModelDateCell` can be given.
---@class okit.ModelDateCell.Properties: okit.ModelEditCell.Properties
---@field datePath? okit.Value the date (Date)
---@field minDatePath? okit.Value the earliest date (Date)
---@field maxDatePath? okit.Value the latest date (Date)
---@field modePath? okit.Value 0 time, 1 date, 2 dateAndTime, 3 countDownTimer (default `#2`)

---What `okit.ModelMultilineCell` can be given.
---@class okit.ModelMultilineCell.Properties: okit.ModelEditCell.Properties
---@field textPath? okit.Value the text
---@field placeholder? okit.Value what stands there when it is empty

---What `okit.ModelSegmentCell` can be given.
---@class okit.ModelSegmentCell.Properties: okit.ModelEditCell.Properties
---@field segmentsPath? okit.Multipart the titles
---@field selectIndexPath? okit.Value the index of the chosen one, from 0 (Number)
---@field width? okit.Value accepted, without effect (Number, default `#200`)

---What `okit.ModelPickerCell` can be given.
---@class okit.ModelPickerCell.Properties: okit.ModelEditCell.Properties
---@field dataPath? okit.Value the choices (List)
---@field namePath? okit.Value the name of each; the text unless given
---@field selectionPath? okit.Value a reference to the chosen one, or its index

---What `okit.ModelSliderCell` can be given.
---@class okit.ModelSliderCell.Properties: okit.ModelEditCell.Properties
---@field valuePath? okit.Value the number (Number)
---@field minValuePath? okit.Value its least value (Number, default `#0`)
---@field maxValuePath? okit.Value its greatest value (Number, default `#1`)
---@field minImagePath? okit.Value accepted, without effect (Image)
---@field maxImagePath? okit.Value accepted, without effect (Image)
---@field width? okit.Value accepted, without effect (Number, default `#150`)

---What `okit.ModelStepperCell` can be given.
---@class okit.ModelStepperCell.Properties: okit.ModelEditCell.Properties
---@field valuePath? okit.Value the number (Number)
---@field minValuePath? okit.Value its least value (Number, default `#0`)
---@field maxValuePath? okit.Value its greatest value (Number, default `#100`)
---@field stepValuePath? okit.Value how far one step goes (Number, default `#1`)

---What `okit.ModelProgressCell` can be given.
---@class okit.ModelProgressCell.Properties: okit.ModelTableCell.Properties
---@field valuePath? okit.Value how far it is (Number)
---@field maxValuePath? okit.Value the value of a full bar (Number, default `#100`)

---What `okit.ModelBarButtonItem` can be given.
---@class okit.ModelBarButtonItem.Properties
---@field contextPath? okit.Value from the controller's effective context to its own (Entity)
---@field title? okit.Value its title
---@field tapPath? okit.Action what it does
---@field enabledPath? okit.Value whether it can be tapped (Bool)
---@field tap? okit.Action what it does
---@field enabled? okit.Value whether it can be tapped (Bool)
---@field segue? string|okit.Segue where it leads, with its context

---A row with a text and a detail text.
---@class okit.ModelTableCell: okit.Component
---@overload fun(properties: okit.ModelTableCell.Properties): okit.ModelTableCell
local ModelTableCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelTableCell.Properties
---@return okit.ModelTableCell
function ModelTableCell:extend(name, properties) end

---A row with a switch.
---@class okit.ModelSwitchCell: okit.Component
---@overload fun(properties: okit.ModelSwitchCell.Properties): okit.ModelSwitchCell
local ModelSwitchCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelSwitchCell.Properties
---@return okit.ModelSwitchCell
function ModelSwitchCell:extend(name, properties) end

---A row with a text field.
---@class okit.ModelTextCell: okit.Component
---@overload fun(properties: okit.ModelTextCell.Properties): okit.ModelTextCell
local ModelTextCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelTextCell.Properties
---@return okit.ModelTextCell
function ModelTextCell:extend(name, properties) end

---A row with a date picker.
---@class okit.ModelDateCell: okit.Component
---@overload fun(properties: okit.ModelDateCell.Properties): okit.ModelDateCell
local ModelDateCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelDateCell.Properties
---@return okit.ModelDateCell
function ModelDateCell:extend(name, properties) end

---A row with a text of several lines.
---@class okit.ModelMultilineCell: okit.Component
---@overload fun(properties: okit.ModelMultilineCell.Properties): okit.ModelMultilineCell
local ModelMultilineCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelMultilineCell.Properties
---@return okit.ModelMultilineCell
function ModelMultilineCell:extend(name, properties) end

---A row with some choices beside each other.
---@class okit.ModelSegmentCell: okit.Component
---@overload fun(properties: okit.ModelSegmentCell.Properties): okit.ModelSegmentCell
local ModelSegmentCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelSegmentCell.Properties
---@return okit.ModelSegmentCell
function ModelSegmentCell:extend(name, properties) end

---A row with a choice among many.
---@class okit.ModelPickerCell: okit.Component
---@overload fun(properties: okit.ModelPickerCell.Properties): okit.ModelPickerCell
local ModelPickerCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelPickerCell.Properties
---@return okit.ModelPickerCell
function ModelPickerCell:extend(name, properties) end

---A row with a slider.
---@class okit.ModelSliderCell: okit.Component
---@overload fun(properties: okit.ModelSliderCell.Properties): okit.ModelSliderCell
local ModelSliderCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelSliderCell.Properties
---@return okit.ModelSliderCell
function ModelSliderCell:extend(name, properties) end

---A row with a number that goes up and down in steps.
---@class okit.ModelStepperCell: okit.Component
---@overload fun(properties: okit.ModelStepperCell.Properties): okit.ModelStepperCell
local ModelStepperCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelStepperCell.Properties
---@return okit.ModelStepperCell
function ModelStepperCell:extend(name, properties) end

---A row with a progress bar.
---@class okit.ModelProgressCell: okit.Component
---@overload fun(properties: okit.ModelProgressCell.Properties): okit.ModelProgressCell
local ModelProgressCell = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelProgressCell.Properties
---@return okit.ModelProgressCell
function ModelProgressCell:extend(name, properties) end

---A button of a bar.
---@class okit.ModelBarButtonItem: okit.Component
---@overload fun(properties: okit.ModelBarButtonItem.Properties): okit.ModelBarButtonItem
local ModelBarButtonItem = {}

---Defines a class below this one, whose properties it has too.
---@param name string
---@param properties? okit.ModelBarButtonItem.Properties
---@return okit.ModelBarButtonItem
function ModelBarButtonItem:extend(name, properties) end

---A cell or a bar button that a script has made.
---@class okit.Component

---A section of a detail.
---@class okit.Section
---@field header? okit.Value the text above it
---@field footer? okit.Value the text below it
---@field showDisplay? okit.Value whether it is shown
---@field showEdit? okit.Value whether it is shown in edit mode
---@field cells? okit.Component[] its rows

---Where to go, and how.
---@class okit.Segue
---@field to string the name of a controller
---@field kind? okit.SegueKind `push` unless given

---An action of the sheet of More...
---@class okit.MoreAction
---@field name? okit.Value its title
---@field enabled? okit.Value whether it is shown
---@field tap? okit.Action what it does

-- Dialogs -------------------------------------------------------------------------------------------------------------

---How a button looks.
---@alias okit.ActionStyle "default"|"cancel"|"destructive"

---What an alert shows. Everything may be left out.
---@class okit.AlertOptions
---@field fields? okit.DialogField[] what can be typed into it
---@field title? string the title
---@field message? string the text below it
---@field actions? okit.DialogAction[] its buttons; an alert without any has `OK`, a sheet gets `Cancel`

---What an action sheet shows. Everything may be left out.
---@class okit.SheetOptions
---@field title? string the title
---@field message? string the text below it
---@field actions? okit.DialogAction[] its buttons; an alert without any has `OK`, a sheet gets `Cancel`

---A button of a dialog.
---@class okit.DialogAction
---@field title? string its text, `OK` unless given
---@field style? okit.ActionStyle how it looks
---@field tap? fun(texts: string[]) what it does, with the texts of the fields

---A text field of an alert.
---@class okit.DialogField
---@field name? string what the answer calls it
---@field placeholder? string what it shows when it is empty
---@field text? string what it holds at first
---@field secure? boolean whether what is typed is hidden

-- The network ---------------------------------------------------------------------------------------------------------

---What is asked for.
---@class okit.Request
---@field url string `http://` with host, port and path
---@field method? string `GET` unless given, `POST` with a body
---@field headers? table<string, string> besides those that the request itself needs
---@field body? string any bytes
---@field timeout? number how many seconds it may take: 10 unless given, at most 60

---What a server answers, whatever its status.
---@class okit.Response
---@field status integer such as 200
---@field headers table<string, string> with names in lower case; repeated ones are joined by commas
---@field body string any bytes

-- The application object ----------------------------------------------------------------------------------------------

---What is meant: a text, a number from 1, or a table.
---@alias okit.Locator string|integer|okit.LocatorFields

---A side of a row.
---@alias okit.Edge "leading"|"trailing"

---An application that a script drives as a person would: one that a test has launched, or `okit.app`.
---@class okit.App
---@field screen okit.Screen What a person sees.
---@field diagnostics okit.Diagnostic[] What was reported, oldest first; reading them claims them.
---@field log okit.LogLine[] The lines of the log.
---@field stack string[] The names of the controllers, lowest first.
---@field alert okit.Alert? The open alert.
---@field sheet okit.Sheet? The open sheet.
---@field clock okit.Clock The application's clock.
local App = {}

---The title of the screen.
---@return okit.Title
function App:title() end

---A row of the screen.
---@param what okit.Locator
---@return okit.Row
function App:row(what) end

---A cell, by its text, its placeholder or its path.
---@param what okit.Locator
---@return okit.CellElement
function App:cell(what) end

---Taps an action of the open dialog; else a bar button; else a row or the title; else the button in a row.
---@param what okit.Locator
---@return okit.App
function App:tap(what) end

---Goes back.
---@return okit.App
function App:back() end

---Closes what was presented.
---@return okit.App
function App:close() end

---Opens the menu.
---@return okit.App
function App:menu() end

---Pulls the list.
---@return okit.App
function App:refresh() end

---Types into the search bar.
---@param text string
---@return okit.App
function App:search(text) end

---Chooses a scope of the search bar.
---@param scope string
---@return okit.App
function App:filter(scope) end

---Chooses a tab.
---@param name string
---@return okit.App
function App:tab(name) end

---Makes the default model as a table says.
---@param snapshot table
---@return okit.App
function App:apply(snapshot) end

---Goes to the background; the state is stored on the way.
---@return okit.App
function App:background() end

---Comes back from the background.
---@return okit.App
function App:foreground() end

---Ends the process without storing.
---@return okit.App
function App:terminate() end

---Starts it again with the same documents.
---@return okit.App
function App:relaunch() end

---Takes the last step of the history back.
---@return okit.App
function App:undo() end

---Does the step again that was taken back.
---@return okit.App
function App:redo() end

---Writes through a binding from the root of the default model.
---@param path string
---@param value any
---@return okit.App
function App:set(path, value) end

---The screen as text, 72 columns wide unless said, 24 to 1000.
---@param width? integer
---@return string
function App:dump(width) end

---The texts of all rows, or of those in a section, by its header or number.
---@param section? string|integer
---@return string[]
function App:rows(section) end

---The root of a model, of the default one without a name.
---@param name? string
---@return any
function App:model(name) end

---The value of a binding from the root of the default model.
---@param path string
---@return any
function App:get(path) end

---The default model as plain tables.
---@return table
function App:snapshot() end

---Calls what a binding names. Gives nil when that takes its time.
---@param path string
---@return any
function App:call(path) end

---What the binding behind a property of a row or cell read last, when it ran, and which write made it run. Without a property a list of all bindings of the row that have run.
---@param row okit.Row|okit.CellElement as `app:row` and `app:cell` find them
---@param property string one of the cell (`detailPath`), or the field of the screen that it fills (`detail`)
---@return okit.BindingReport
---@overload fun(self: any, row: okit.Row|okit.CellElement): okit.BindingReport[]
function App:why(row, property) end

---The changes that a function causes, net and in order.
---@param fn fun()
---@return okit.Change[]
function App:changes(fn) end

---All that a function does, as one turn.
---@param fn fun()
---@return okit.App
function App:transaction(fn) end

---The title of the screen.
---@class okit.Title
---@field prompt string? the line above it
---@field title string its text
---@field subtitle string? the line below it
local Title = {}

---Taps the title.
---@return okit.App
function Title:tap() end

---The clock of an application.
---@class okit.Clock
---@field now okit.Date where it stands
local Clock = {}

---Lets time pass; timers run at their moments.
---@param seconds number
---@return okit.App
function Clock:advance(seconds) end

---Sets the clock to a moment.
---@param date okit.DateLike
---@return okit.App
function Clock:set(date) end

---The open alert.
---@class okit.Alert
---@field id string its identifier
---@field title string? the title
---@field message string? the text below it
---@field fields okit.ShownField[] its text fields; a sheet has none
---@field actions okit.ShownAction[] its buttons
local Alert = {}

---Taps an action.
---@param what okit.Locator
---@return okit.App
function Alert:tap(what) end

---Types into a field, by its name or number; without one into the only one.
---@param text string
---@param field? string|integer
---@return okit.Alert
function Alert:type(text, field) end

---The open action sheet.
---@class okit.Sheet
---@field id string its identifier
---@field title string? the title
---@field message string? the text below it
---@field fields okit.ShownField[] its text fields; a sheet has none
---@field actions okit.ShownAction[] its buttons
local Sheet = {}

---Taps an action.
---@param what okit.Locator
---@return okit.App
function Sheet:tap(what) end

---A row of the screen. It stays the same row wherever it moves.
---@class okit.Row
---@field id string its identifier, which stays the same while the row exists
---@field text string? the text
---@field detail string? the text at its end
---@field image string? the name of its image
---@field ribbon string? the colour of its ribbon
---@field accessory "none"|"disclosure"|"detailDisclosure"|"checkmark"|"detail"|(fun(self: any): okit.App) what stands at its end; called, taps it
---@field button okit.ShownButton? the button in it
---@field leading string[] the actions of a swipe from the leading edge
---@field trailing string[] the actions of a swipe from the trailing edge
---@field control okit.Control? the control in it
---@field selected boolean whether it is selected
---@field height number? its height in points
local Row = {}

---Taps the row.
---@return okit.App
function Row:tap() end

---Swipes for the quick action.
---@return okit.App
function Row:quick() end

---Swipes for deleting.
---@return okit.App
function Row:delete() end

---Selects the row in edit mode.
---@return okit.App
function Row:select() end

---Takes the selection back.
---@return okit.App
function Row:deselect() end

---Opens the sheet of More... and chooses; without an action only opens.
---@param action? okit.Locator
---@return okit.App
function Row:more(action) end

---Swipes fully, which runs the first action of that side.
---@param edge okit.Edge
---@return okit.App
function Row:swipe(edge) end

---Moves the row to a place in its section, or to where another row is.
---@param place okit.Locator a place in the section, or the row that is there
---@return okit.App
function Row:move(place) end

---A cell of the screen.
---@class okit.CellElement
---@field id string its identifier, which stays the same while the row exists
---@field text string? the text
---@field detail string? the text at its end
---@field image string? the name of its image
---@field ribbon string? the colour of its ribbon
---@field accessory "none"|"disclosure"|"detailDisclosure"|"checkmark"|"detail"|(fun(self: any): okit.App) what stands at its end; called, taps it
---@field button okit.ShownButton? the button in it
---@field leading string[] the actions of a swipe from the leading edge
---@field trailing string[] the actions of a swipe from the trailing edge
---@field control okit.Control? the control in it
---@field selected boolean whether it is selected
---@field height number? its height in points
local CellElement = {}

---Types a text in place of the one there.
---@param text string
---@return okit.App
function CellElement:type(text) end

---Takes the text away.
---@return okit.App
function CellElement:clear() end

---Sets a switch, a slider or stepper, a date, a text, or a choice by title or by index from 0.
---@param value any
---@return okit.App
function CellElement:set(value) end

---Moves a slider.
---@param number number
---@return okit.App
function CellElement:slide(number) end

---Steps upwards, downwards when negative; once without a count.
---@param count? integer
---@return okit.App
function CellElement:step(count) end

---Chooses a date.
---@param date okit.DateLike
---@return okit.App
function CellElement:pick(date) end

---Chooses by title or by number from 1.
---@param option string|integer
---@return okit.App
function CellElement:choose(option) end

---Taps the row.
---@return okit.App
function CellElement:tap() end

---What a person sees.
---@class okit.Screen
---@field kind "list"|"detail"|"selection"|"menu" what kind of controller it is
---@field name string the controller's name
---@field prompt string? the line above the title
---@field title string the title
---@field subtitle string? the line below it
---@field editing boolean whether it is in edit mode
---@field left okit.ShownBarButton[] the buttons at the left
---@field right okit.ShownBarButton[] the buttons at the right
---@field toolbar okit.ShownBarButton[] the buttons below
---@field search okit.ShownSearch? the search bar
---@field index string[] the titles of the index
---@field sections okit.ShownSection[] the rows in their sections
---@field window? okit.ShownWindow which part of a long list it is
---@field alert okit.ShownDialog? the open alert
---@field sheet okit.ShownDialog? the open sheet
---@field menu boolean always false
---@field cover boolean always false
---@field theme string always empty

---A section of a screen.
---@class okit.ShownSection
---@field header string? the text above it
---@field footer string? the text below it
---@field rows okit.ShownRow[] its rows

---A row of a screen.
---@class okit.ShownRow
---@field id string its identifier, which stays the same while the row exists
---@field text string? the text
---@field detail string? the text at its end
---@field image string? the name of its image
---@field ribbon string? the colour of its ribbon
---@field accessory "none"|"disclosure"|"detailDisclosure"|"checkmark"|"detail" what stands at its end
---@field button okit.ShownButton? the button in it
---@field leading string[] the actions of a swipe from the leading edge
---@field trailing string[] the actions of a swipe from the trailing edge
---@field control okit.Control? the control in it
---@field selected boolean whether it is selected
---@field height number? its height in points

---A button in a row.
---@class okit.ShownButton
---@field id string its identifier
---@field title string its text
---@field enabled boolean whether it can be tapped

---A button of a bar.
---@class okit.ShownBarButton
---@field id string its identifier
---@field title string its text
---@field enabled? boolean whether it can be tapped, where the script says it

---A search bar.
---@class okit.ShownSearch
---@field text string what is searched
---@field scopes string[] the titles of the scopes
---@field scope integer the chosen one, from 0

---Which part of a long list is shown.
---@class okit.ShownWindow
---@field total integer how many rows there are
---@field from integer the number of the first one that is shown, from 0

---A control in a row.
---@class okit.Control
---@field id string its identifier
---@field kind "text"|"switch"|"date"|"multiline"|"segment"|"picker"|"slider"|"stepper" what it is
---@field value any its value
---@field enabled boolean whether it can be changed
---@field min any the least value
---@field max any the greatest value
---@field step number? how far one step goes
---@field options string[] what can be chosen
---@field placeholder string? what stands there when it is empty
---@field secure boolean whether its text is hidden
---@field mode integer? of a date: 0 time, 1 date, 2 both, 3 a span

---A text field of a dialog.
---@class okit.ShownField
---@field id string its identifier
---@field name string what the answer calls it
---@field placeholder string? what it shows when it is empty
---@field text string? its text
---@field secure boolean whether the text is hidden

---A button of a dialog.
---@class okit.ShownAction
---@field id string its identifier
---@field title string its text
---@field style okit.ActionStyle how it looks
---@field enabled boolean whether it can be tapped

---A dialog of a screen.
---@class okit.ShownDialog
---@field id string its identifier
---@field title string? the title
---@field message string? the text below it
---@field fields okit.ShownField[] its text fields
---@field actions okit.ShownAction[] its buttons

---What is meant, in parts.
---@class okit.LocatorFields
---@field text? string its text
---@field kind? "button"|"row"|"action"|"title" what it is
---@field detail? string its detail text
---@field section? string|integer the header or the number of its section
---@field index? integer which one of those that fit, from 1

---What an application has reported.
---@class okit.Diagnostic
---@field code string a stable name, such as `model.type`
---@field message string what it is
---@field severity "error"|"warning"|"note" how bad it is
---@field place string? file and line
---@field hint string? the nearest right name, or what to do
---@field text string all of it

---A line of the log.
---@class okit.LogLine
---@field level "debug"|"info"|"warn"|"error" how important it is
---@field message string what it says

---What a binding did.
---@class okit.BindingReport
---@field property string the property that it is behind
---@field binding? string its text; nil when a function stands in its place
---@field value? string its value as a text
---@field reads string[] what it read, in order
---@field cause? string what was written that made it run last
---@field runs integer how often it has run
---@field ran? okit.Turn when it ran last

---A turn of an application.
---@class okit.Turn
---@field turn integer its number
---@field at string when it began

-- Tests ---------------------------------------------------------------------------------------------------------------

---What the module has in test files only.
---@class okit.Tests
local Tests = {}

---Starts an application of its own for the test that runs.
---@param path string relative to the file that names it
---@param options? okit.LaunchOptions
---@return okit.App
function Tests.launch(path, options) end

---A function that remembers its calls.
---@param fn? function
---@return okit.Spy
function Tests.spy(fn) end

---Puts a spy in the place of `object[name]` until the test ends.
---@param object table
---@param name string
---@param fn? function
---@return okit.Spy
function Tests.stub(object, name, fn) end

---How an application is launched.
---@class okit.LaunchOptions
---@field now? okit.Date|string where the clock stands (default `2020-01-01T00:00:00Z`)
---@field locale? string the locale (default `en_US`)
---@field timeZone? string the time zone (default `UTC`)
---@field seed? integer of new ids, so that they are the same in each run (default 1)
---@field documents? string a folder whose content the application finds in its documents directory
---@field fixture? table data for the default model, applied after the script has run
---@field arguments? string[] `okit.arguments` for the script

---A test; without a function it is pending.
---@class okit.It
---@overload fun(name: string, body?: fun())
---@overload fun(name: string, options: okit.TestOptions, body?: fun())
local It = {}

---A test for each case: a list is the arguments, anything else one argument; `%s` and `%d` in the name take them.
---@param cases any[]
---@return fun(name: string, options: okit.TestOptions|function, body?: function)
function It.each(cases) end

---Says what is expected of a value.
---@class okit.Expect
---@overload fun(value: any): okit.Expectation
local Expect = {}

---Goes on, and fails the test at its end.
---@param value any
---@return okit.Expectation
function Expect.soft(value) end

---A value of which something is expected.
---@class okit.Expectation
local Expectation = {}

---Expects equal: 1 and 1.0 are, tables only when they are the same one.
---@param expected any
---@return okit.Expectation
function Expectation.to_be(expected) end

---Expects anything but equal: 1 and 1.0 are, tables only when they are the same one.
---@param expected any
---@return okit.Expectation
function Expectation.not_to_be(expected) end

---Expects equal through and through.
---@param expected any
---@return okit.Expectation
function Expectation.to_equal(expected) end

---Expects anything but equal through and through.
---@param expected any
---@return okit.Expectation
function Expectation.not_to_equal(expected) end

---Expects a table with all that the expected one has, or a text that fits a Lua pattern.
---@param expected table|string
---@return okit.Expectation
function Expectation.to_match(expected) end

---Expects anything but a table with all that the expected one has, or a text that fits a Lua pattern.
---@param expected table|string
---@return okit.Expectation
function Expectation.not_to_match(expected) end

---Expects a text with that part, or a list with an element that matches.
---@param element any
---@return okit.Expectation
function Expectation.to_contain(element) end

---Expects anything but a text with that part, or a list with an element that matches.
---@param element any
---@return okit.Expectation
function Expectation.not_to_contain(element) end

---Expects at most that far away, 1e-6 unless given; dates in seconds.
---@param expected number|okit.Date
---@param within? number
---@return okit.Expectation
function Expectation.to_be_near(expected, within) end

---Expects anything but at most that far away, 1e-6 unless given; dates in seconds.
---@param expected number|okit.Date
---@param within? number
---@return okit.Expectation
function Expectation.not_to_be_near(expected, within) end

---Expects a function that raises an error, whose message fits.
---@param pattern? string
---@return okit.Expectation
function Expectation.to_fail(pattern) end

---Expects anything but a function that raises an error, whose message fits.
---@param pattern? string
---@return okit.Expectation
function Expectation.not_to_fail(pattern) end

---Expects so many elements, or characters.
---@param count integer
---@return okit.Expectation
function Expectation.to_have_count(count) end

---Expects anything but so many elements, or characters.
---@param count integer
---@return okit.Expectation
function Expectation.not_to_have_count(count) end

---Expects as it was stored beside the test; the first time it is stored.
---@param name? string
---@return okit.Expectation
function Expectation.to_match_snapshot(name) end

---Expects anything but as it was stored beside the test; the first time it is stored.
---@param name? string
---@return okit.Expectation
function Expectation.not_to_match_snapshot(name) end

---A function that remembers its calls.
---@class okit.Spy
---@field count integer how often it was called
---@field calls table[] the arguments of each call, with `n`
---@field fn function the same as a plain function
---@overload fun(...: any): ...: any
local Spy = {}

---Whether one of the calls had these arguments.
---@param ... any
---@return boolean
function Spy:called_with(...) end

---Forgets the calls.
---@return okit.Spy
function Spy:clear() end

---The options of a block or a test.
---@class okit.TestOptions
---@field tags? string|string[] a text such as `smoke, slow`, or a list

---A block of tests; blocks nest.
---@param name string
---@param options okit.TestOptions
---@param body fun()
---@overload fun(name: string, body: fun())
function describe(name, options, body) end

---Declares a test.
---@type okit.It
it = nil

---Between tests: one that has yet to be written; inside one: ends it as pending, with that reason.
---@param reason string
function pending(reason) end

---Runs before each test of the block.
---@param body fun()
function before_each(body) end

---Runs after each test of the block.
---@param body fun()
function after_each(body) end

---Runs once before the tests of the block.
---@param body fun()
function before_all(body) end

---Runs once after the tests of the block.
---@param body fun()
function after_all(body) end

---Says what is expected of a value: `expect(value).to_be(1)`.
---@type okit.Expect
expect = nil

return okit
