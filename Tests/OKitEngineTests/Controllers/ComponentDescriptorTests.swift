import OKitTestSupport
import Testing

@testable import OKitEngine

/// The consistency of the descriptors of the built-in classes.
@Suite struct ComponentDescriptorTests {
  @Test(arguments: ComponentDescriptor.all)
  func namesEachPropertyOnce(descriptor: ComponentDescriptor) {
    // A picker declares the property again: there it gives the options.
    let redeclared =
      descriptor === ComponentDescriptor.pickerCell ? descriptor.table.names.firstIndex(of: "dataPath") : nil
    var names = descriptor.table.names
    if let redeclared { names[redeclared] = "" }
    #expect(Set(names).count == names.count, "\(descriptor.name)")
    for (slot, name) in names.enumerated() where slot != redeclared {
      #expect(descriptor.table.slot(named: name) == slot)
    }
  }

  /// A key of a class is used with the values of the classes below it.
  @Test(arguments: ComponentDescriptor.all)
  func beginsWithTheTableOfItsSuperclass(descriptor: ComponentDescriptor) {
    let inherited = descriptor.superclass?.table.names ?? []
    #expect(Array(descriptor.table.names.prefix(inherited.count)) == inherited)
    #expect(descriptor.ownProperties.map(\.name) == Array(descriptor.table.names.dropFirst(inherited.count)))
  }

  /// A control is found, explained and written by the property that fills it.
  @Test(arguments: ComponentDescriptor.all)
  func hasAPropertyForItsControl(descriptor: ComponentDescriptor) {
    #expect((descriptor.control == nil) == (descriptor.controlSlot == nil), "\(descriptor.name)")
  }

  @Test func hasOneNameForEachKindOfControl() {
    let names = Control.Kind.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(ComponentDescriptor.all.map(\.name).count == Set(ComponentDescriptor.all.map(\.name)).count)
  }

  @Test func readsDefaultsAsTheirTypes() {
    for schema in ComponentDescriptor.all.flatMap(\.table.schemas) {
      switch (schema.result, schema.defaultValue) {
      case (_, .null), (.any, _), (.bool, .bool), (.number, .int), (.number, .double): continue
      default: Issue.record("\(schema.name) has the default \(schema.defaultText ?? "")")
      }
    }
  }

  @Test func readsAMultipartPropertyOfOneConstantAsOnePart() throws {
    let sample = try BookSample()
    let cell = try sample.cell(.segmentCell, ["segmentsPath": "#Only", "selectIndexPath": "kind"])
    #expect(cell.control()?.options == ["Only"])
  }
}
