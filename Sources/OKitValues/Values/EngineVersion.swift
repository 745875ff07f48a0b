/// The version of okit.
package enum EngineVersion {
  package static let text = "0.1.0"
}
