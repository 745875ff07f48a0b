@_exported public import OKitEngine
