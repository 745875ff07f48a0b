-- The bookshop with its models in SQLite.

describe("The bookshop in SQLite", function()
  local app
  before_each(function()
    app = okit.launch("app.lua", { now = "2020-01-31T12:00:00Z", arguments = { "sqlite" } })
  end)

  local function relaunched()
    local shop, directory = app:model():snapshot(), app:model("directory"):snapshot()
    app:background()
    app:terminate()
    app:relaunch()
    -- A row has the key of a reference, without the id of the reference itself.
    local function without_reference_ids(value)
      if type(value) ~= "table" then return value end
      local copy, is_reference = {}, true
      for key, part in pairs(value) do
        copy[key] = without_reference_ids(part)
        if key ~= "id" and key ~= "refKey" then is_reference = false end
      end
      if is_reference then copy.id = nil end
      return copy
    end
    expect(without_reference_ids(app:model():snapshot())).to_equal(without_reference_ids(shop))
    expect(without_reference_ids(app:model("directory"):snapshot())).to_equal(without_reference_ids(directory))
  end

  it("has the same books after a restart", function()
    expect(app:rows()).to_contain("The Hobbit")
    relaunched()
    expect(app:rows()).to_contain("The Hobbit")
  end)

  it("stores what a person changes", function()
    app:transaction(function()
      local book = app:model().books[1]
      book.name = "A new name"
      app:model().books:remove(app:model().books[2])
    end)
    relaunched()
    expect(app:model().books[1].name).to_be("A new name")
  end)
end)
