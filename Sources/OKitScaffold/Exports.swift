@_exported public import LuaSyntax
@_exported public import OKitStoryboard
