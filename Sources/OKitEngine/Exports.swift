// Programs import the engine alone.
@_exported public import OKitModel
@_exported public import OKitScreen
