-- OKit's and Action Data's own names: functions of entities, texts of references, images of colors.
local okit = require "okit"
local t = okit.types

local Author = okit.ModelEntity:extend("Author", { name = "" })
local AuthorRef = okit.ModelRef:extend("AuthorRef", {})
local Group = okit.ModelEntity:extend("Group", { name = "new" })
local Part = okit.ModelPartial:extend("Part", { group = t.deferred(Group) })
local Book = okit.ModelEntity:extend("Book", {
  name = "", price = t.float(2.5), numbers = t.list(t.int), author = t.ref "Author", authors = t.list(t.ref "Author"),
  any = t.entity(okit.ModelRef), chapters = t.list(Author), map = t.map(t.int), color = t.color, photo = t.data,
  picture = t.entity(okit.ModelImage), text = "", unit = "name", size = "M", small = "tiny",
})
local Shop = okit.Model:extend("Shop", { books = t.list(Book), authors = t.list(Author), parts = t.list(Part) })

local shop
okit.Model.initialize(function()
  shop = okit.Model.register(Shop)
  okit.Model.state(function() okit.Model.store(shop) end)
  if #shop.books > 0 then return end
  shop.authors:add(Author { id = "jane", name = "Jane" })
  shop.books:add(Book { name = "Emma" })
  shop.parts:add(Part {})
end)

function Book:addChapter(name) return self:add("chapters", { name = name }) end
function Book:addSilently(number) return self:add("numbers", number, { suppressInvalidate = true }) end
function Book:removeNumber(number) return self:remove("numbers", number) end
function Book:clearAll()
  self:clear("chapters")
  self:clear("numbers")
end
function Book:addTo(path) return self:add(path, 1) end
function Book:make(class, values) return self:create(class, values).name end
function Book:makeOf()
  local new = self:create(Author, { name = "By class" })
  self.chapters:add(new)
  return new.type
end
function Book:refer(target)
  self.any = self:createRef(nil, target)
  return self.any.refKey
end
function Book:referByClass()
  local ref = self:createRef(AuthorRef, "jane")
  return ref.type .. " " .. ref.ref.name
end
function Book:referWrongly() return self:createRef(Author) end
function Book:paint(bytes)
  self.picture = okit.ModelImage { data = bytes }
  self.photo = bytes
end
function Book:copyAsText(path)
  self.text = self:get(path)
  return self.text
end
function Book:encoded(bytes) return okit.base64.encode(bytes) end
function Book:decoded(text) return okit.base64.decode(text) end
function Shop:isRead() return self.parts[1]:isRetrieved(), self.books[1].picture:isRetrieved() end
function Shop:partIsRead() return self.parts[1]:isRetrieved() end
function Shop:pictureIsRead() return self.books[1].picture:isRetrieved() end
function Shop:readPart() self.parts[1]:setRetrieved() end
function Shop:dropPart() self.parts[1]:setRetrieved(false) end
function Shop:dropPicture() self.books[1].picture:setRetrieved(false) end
function Shop:readPicture() self.books[1].picture:setRetrieved(true) end

okit.ModelForm:extend("home", {
  contextPath = "books[0]", titlePath = "name", editAlways = "#true",
  toolbar = { okit.ModelLabel { dataPath = "price", formatType = "number", formatPattern = "0.00" } },
  sections = { { cells = {
    okit.ModelLabel { dataPath = "= 'Book: ' + name" },
    okit.ModelTextPickerCell { path = "#Unit", dataPath = "unit", optionValues = "name,size,#piece" },
    okit.ModelTextPickerCell { path = "#Size", dataPath = "size", optionValues = { "small", "M", "L" } },
    okit.ModelTextPickerCell { path = "#One", dataPath = "small", optionValues = "small" },
    okit.ModelTableCell { path = ">/books[0]/name", imagePath = "color/image" },
    okit.ModelImageCell { valuePath = "color/image" },
  } } },
})
