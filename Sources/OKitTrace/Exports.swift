@_exported public import OKitScreen
