@_exported public import LuaSyntax
