-- What luacheck has to know of okit: docs/lua.md tells how to use it.
-- Written by `okit-run api --format luacheck` from what the engine itself declares; `make api` writes it anew.
local stds = {}

stds.okit = {
  read_globals = {
    okit = {
      fields = {
        Model = {},
        ModelApplicationController = {},
        ModelBarButtonItem = {},
        ModelDateCell = {},
        ModelDetailTableController = {},
        ModelEntity = {},
        ModelListTableController = {},
        ModelMultilineCell = {},
        ModelPickerCell = {},
        ModelProgressCell = {},
        ModelRef = {},
        ModelSegmentCell = {},
        ModelSelectionTableController = {},
        ModelSliderCell = {},
        ModelStepperCell = {},
        ModelSwitchCell = {},
        ModelTableCell = {},
        ModelTextCell = {},
        ModelTransient = {},
        after = {},
        alert = {},
        app = {},
        arguments = {},
        await = {},
        back = {},
        color = {},
        date = {},
        dismiss = {},
        every = {},
        extend = {},
        fetch = {},
        image = {},
        launch = {},
        localized = {},
        log = {
          fields = {
            debug = {},
            error = {},
            info = {},
            warn = {},
          },
        },
        navigate = {},
        now = {},
        present = {},
        sheet = {},
        sleep = {},
        spy = {},
        stub = {},
        types = {
          fields = {
            bool = {},
            color = {},
            computed = {},
            data = {},
            date = {},
            double = {},
            entity = {},
            enum = {},
            float = {},
            image = {},
            int = {},
            list = {},
            map = {},
            optional = {},
            ref = {},
            set = {},
            string = {},
            transient = {},
          },
        },
      },
    },
  },
}

stds.okit_test = {
  read_globals = {
    after_all = {},
    after_each = {},
    before_all = {},
    before_each = {},
    describe = {},
    expect = {
      fields = {
        soft = {},
      },
    },
    it = {
      fields = {
        each = {},
      },
    },
    pending = {},
  },
}

return {
  std = "lua54+okit",
  stds = stds,
  self = false,
  files = { ["**/*_test.lua"] = { std = "+okit_test" }, ["**/*_spec.lua"] = { std = "+okit_test" } },
}
