import OKitEngine

@testable import OKitScaffold

/// The model that is inferred from a document, as text: a line for each class and property.
func inferred(_ json: String, named name: String = "Shop", file: String = "data.json") throws -> String {
  var json = json
  let data = try json.withUTF8 { try JSONDocument.read($0, file: file) }
  return text(of: try DataInference.draft(of: data, named: Words(name), file: file))
}

func inferred(csv: String, file: String = "rows.csv") throws -> String {
  var csv = csv
  let data = try csv.withUTF8 { try CSVTable.read($0, file: file) }
  return text(of: try DataInference.draft(of: data, named: Words("Shop"), file: file))
}

func text(of model: ModelDraft) -> String {
  var model = model
  Titles.choose(in: &model)
  let types = [(model.name, model.properties, [String]())] + model.classes.map { ($0.name, $0.properties, $0.title) }
  return types.map { name, properties, title in
    let lines = properties.map { "  \($0.name): \(kind($0.kind))\($0.isOptional ? "?" : "")\n" }
    return name + (title.isEmpty ? "" : " (\(title.joined(separator: " ")))") + "\n" + lines.joined()
  }.joined()
}

private func kind(_ kind: PropertyKind) -> String {
  switch kind {
  case .text: return "text"
  case .longText: return "long text"
  case .bool: return "bool"
  case .int: return "int"
  case .double: return "double"
  case .data: return "data"
  case .color: return "color"
  case .image: return "image"
  case .date(let hasTime): return hasTime ? "date and time" : "date"
  case .enumeration(let cases): return "enum " + cases.joined(separator: "|")
  case .reference(let type): return "-> \(type)"
  case .references(let type): return "[-> \(type)]"
  case .object(let type): return type
  case .objects(let type): return "[\(type)]"
  case .list(let element):
    let text = OKitScaffoldTests.kind(element)
    return "[\(text)]"
  case .map(let element):
    let text = OKitScaffoldTests.kind(element)
    return "[key: \(text)]"
  }
}
