@_exported public import OKitEngine
@_exported public import OKitExchange
