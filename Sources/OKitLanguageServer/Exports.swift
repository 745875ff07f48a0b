@_exported public import OKitCheck
