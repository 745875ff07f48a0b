@_exported public import OKitLive
