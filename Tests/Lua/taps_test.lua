-- What a tap reaches: functions of the entity, of the controller, of the application, and those that a script
-- overrides.
describe("A tap", function()
  local app, shop
  before_each(function()
    app = okit.launch "taps_app.lua"
    shop = app:model()
  end)

  it("runs each part of an action, of the entity, the controller or the application", function()
    app:row("Dune"):quick()
    expect(shop.books[1].log).to_be "mark "
    expect(shop.log).to_be "own hello 1 "
    app:tap "Books"
    expect(shop.log).to_be "own hello 1 own hello 2 "
    app:row("Dune"):more "B"
    expect(shop.log).to_be "own hello 1 own hello 2 own "
    expect(app.diagnostics).to_equal {}
  end)

  it("on a button in a row runs no function of the accessory", function()
    app:tap "Mark"
    expect(shop.log).to_be "button Mark "
    app:row("Dune"):tap()
    app:tap "Touch"
    expect(shop.books[1].log).to_be "mark mark "
    expect(shop.log).to_be "button Mark "
  end)

  it("on a row of a detail in edit mode gives its text field the focus", function()
    app:row("Dune"):tap()
    app:tap "Edit"
    expect(app:cell("Name").control.focused).to_be(true)
    app:row("Note"):tap()
    expect(app:cell("Note").control.focused).to_be(true)
    app:cell("Note"):type "long"
    app:row("Name"):tap()
    expect(app:cell("Name").control.focused).to_be(true)
    expect(shop.books[1].note).to_be "long"
  end)

  it("that submits runs the submit of the form, which decides about the tap", function()
    app:row("Dune"):tap()
    app:tap "Form"
    app:tap "Send"
    expect(shop.log).to_be "submit sent "
    shop.books[1].name = "Wrong"
    app:tap "Send"
    app:submit()
    expect(shop.log).to_be "submit sent submit submit "
  end)
end)
