// Diagnostics, values, screens and drivers are part of what a program meets that uses scripts.
@_exported public import OKitEngine
