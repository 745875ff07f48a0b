@_exported public import OKitModel
