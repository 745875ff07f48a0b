@_exported public import OKitStorage
