@_exported public import OKitValues
