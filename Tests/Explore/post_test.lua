it.explore("sends", { app = "post.lua",
  endpoint = { ["POST http://shop.test/orders"] = { json = { state = "sent" } } } })
