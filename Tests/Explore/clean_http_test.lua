it.explore("stores", { app = "clean_http.lua", endpoint = okit.endpoint_store {} })
