-- The entries of a new office.

-- A blue rectangle of 16 × 24 pixels.
local cover = "iVBORw0KGgoAAAANSUhEUgAAABAAAAAYCAIAAAB8wupbAAAAGklEQVR42mMwTptJEmIY1TCqYVTDqAbaag"
  .. "AA7UvLEOC1y24AAAAASUVORK5CYII="

return {
  products = {
    {
      id = "atlas", name = "Atlas of the World", number = "BK0001", kind = "book", price = 48.5, stock = 12,
      capacity = 20, picture = cover, page = "https://example.com/atlas",
      about = "<p>All countries, from <b>Andorra</b> to <a href='https://example.com/zw'>Zimbabwe</a>.</p>",
    },
    {
      id = "grammar", name = "German Grammar", number = "BK0002", kind = "book", price = 19.9, stock = 3, capacity = 20,
    },
    { id = "coffee", name = "Coffee", number = "FD0001", kind = "food", unit = "kg", price = 14.25, stock = 80 },
    { id = "tea", name = "Green Tea", number = "FD0002", kind = "food", unit = "kg", price = 6.4 },
    { id = "setup", name = "Installation", number = "SV0001", kind = "service", unit = "hour", price = 120 },
  },
  customers = {
    {
      id = "ada", name = "Ada Lovelace", kind = "partner", phone = "8085551212", postalCode = "96801",
      email = "ada@example.com", newsletter = true, since = "2018-05-02", terms = "30 days", creditLimit = 5000,
    },
    {
      id = "konrad", name = "Konrad Zuse", country = "DE", phone = "0301234567", postalCode = "10115",
      since = "2019-11-20",
    },
    {
      id = "alan", name = "Alan Smith", kind = "staff", country = "CA", phone = "4165550123", postalCode = "M5V2T6",
      since = "2020-01-07", terms = "0 days", creditLimit = 300,
    },
  },
  orders = {
    { customer = "ada", date = "2020-01-15", status = "shipped", lines = { { "atlas", 2 } } },
    { customer = "konrad", date = "2020-01-10", status = "shipped", lines = { { "coffee", 4 } } },
    { customer = "ada", date = "2020-01-28", lines = { { "setup", 10 } } },
  },
}
