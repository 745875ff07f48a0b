-- The functions by which a form or a list is left while a field is written or a screen is closed: each of them closes
-- its screen, goes back, removes or replaces its entity, and replaces the root of the content.
require "leaving_hooks" (7, {
  kinds = { "form", "presented", "tabs", "list" },
  hooks = {
    form = "onEndEdit onCancelEdit setText setText-first cell-tap willClose willClose-first didSet",
    presented = "onEndEdit onCancelEdit setText willClose willClose-first didSet",
    tabs = "onEndEdit onCancelEdit setText willClose didSet", list = "willClose onFilter onFilter-first cell-tap",
  },
  leaves = { "close", "back", "remove", "replace", "navigateToTarget with an entity" },
})
