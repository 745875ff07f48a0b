@_exported public import OKitLua
