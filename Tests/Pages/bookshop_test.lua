-- 200 actions in the stock of the bookshop, for the size of a page.

describe("The bookshop", function()
  it("is used a lot", function()
    local app = okit.launch("../../scripts/bookshop/app.lua", { now = "2020-01-01T12:00:00Z" })
    for round = 1, 20 do
      app:row(round):tap()
      app:tap("Edit")
      app:cell("Comment"):type("read " .. round .. " times")
      app:tap("Done")
      app:back()
      app:row(round):quick()
      app:search("the")
      app:search("")
      app:menu()
      app:menu()
    end
    expect(#app:rows()).to_be(98)
  end)
end)
