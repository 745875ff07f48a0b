it.explore("stores", { app = "garden.lua", endpoint = okit.endpoint_store {} })
