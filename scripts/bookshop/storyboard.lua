-- OKit's Bookshop: the controllers of OKit's own storyboard with the entities of this bookshop. The storyboard is not
-- part of this project: pass `--lua-path OKit/Examples/Bookshop/Bookshop/Base.lproj`.

local okit = require "okit"
require "model"

-- OKit's storyboard has identifiers only for the controllers that code opens: home, menu and author.
okit.storyboard("Main.storyboard", {
  names = {
    ["TQu-MH-6jt"] = "app",
    ["MRB-ZL-glO"] = "books",
    ["nRQ-zc-mIf"] = "book",
    ["65A-ZA-cQN"] = "bookAuthors",
    ["FtV-2M-nmC"] = "authorRef",
    ["7Ub-xO-OUy"] = "selectAuthors",
    ["qH3-BH-NMU"] = "selectLeadAuthor",
    ["vgo-Tb-f7s"] = "dates",
    ["pMI-un-cc4"] = "authors",
    ["ibc-Ya-qY0"] = "authorDetail",
    ["JZE-tj-Cjm"] = "groups",
    ["8Tf-Na-S76"] = "group",
    ["CZq-Np-51i"] = "groupAuthors",
    ["ifB-sz-RoE"] = "groupAuthor",
    ["6Oe-Lr-6ZC"] = "menuGroups",
    ["aV1-Ej-E2n"] = "menuAuthors",
    ["SK8-wY-IIk"] = "menuAuthor",
    ["q3j-a4-bZS"] = "settings",
    ["WhL-qG-2NC"] = "settingsTable",
    ["iAj-sG-qN1"] = "backups",
  },
})
require "screens.additions"
require "start"
