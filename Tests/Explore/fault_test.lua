it.explore("stores notes", { app = "fault.lua", endpoint = okit.endpoint_store {} })
