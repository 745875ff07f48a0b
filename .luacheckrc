-- Configuration for `luacheck .`: the module and the globals of tests, as the engine declares them.
local config = dofile "library/okit.luacheckrc"
config.max_line_length = 120
config.exclude_files = { "library/okit.d.lua", "Tests/Lua/official", "Tests/Lua/attacks", ".build*" }
-- Replaces the system's clock.
config.files["Sources/CLua/lua/okit.lua"] = { globals = { "os" } }
-- Code that tests share.
config.files["scripts/bookshop/support.lua"] = { std = "+okit_test" }
config.files["scripts/orders/support.lua"] = { std = "+okit_test" }
config.files["Benchmarks/Growth"] = { read_globals = { "it", "expect" } }
-- The framework tests itself in separate states.
config.files["Tests/Lua/driver.lua"] = { globals = { "okit", "testing_prelude" } }
config.files["Tests/Lua/testing_runner_spec.lua"] = { read_globals = { "testing_prelude" }, ignore = { "221" } }
-- Runs in Neovim.
config.files["Tests/Neovim"] = { globals = { "vim" } }
-- Generated.
config.files["Tests/Lua/properties/declared.lua"] = { max_line_length = false }
-- Contains wrong names to test the messages about them.
config.files["Tests/Lua/driver_test.lua"] = { ignore = { "143" } }
config.files["Tests/Lua/testing_spec.lua"] = { ignore = { "143" } }
config.files["Tests/Libraries"] = { ignore = { "111", "113" } }
-- Looks for what another launch may have left behind.
config.files["Tests/Lua/launches_app.lua"] = { ignore = { "111", "113", "143" } }
-- Contains intentional errors; the tests expect their line numbers.
config.files["Tests/Lua/errors_app.lua"] = { ignore = { "111", "113", "212" } }
return config
