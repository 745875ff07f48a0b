package import OKitCheck

// The names of options for the cases of these types are their raw values.
extension Declarations.Format: ExpressibleByArgument {}
extension FindingFormat: ExpressibleByArgument {}
extension LogEntry.Level: ExpressibleByArgument {}
