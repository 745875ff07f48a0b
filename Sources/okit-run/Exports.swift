@_exported public import ArgumentParser
@_exported public import OKitTerminal
@_exported public import OKitTestRunner
