extension ModelImport {
  /// A column of a file.
  private enum Column {
    case id, type
    case property(String)
  }

  /// Reads rows from CSV whose first record names a property in each field, after a line such as `sep=;` if there is
  /// one. An empty field leaves a property at its default, or sets it to nil where that is possible; `""` is an empty
  /// text.
  ///
  /// - Parameter progress: Called with the part of the file that is read, from 0 to 1.
  /// - Throws: `csv.syntax`, `csv.limit`, `csv.header`, `model.unknownProperty`: no row can be read then.
  package func readCSV(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, progress: (Double) -> Void = { _ in }
  ) throws {
    let locator = LineLocator(bytes, file: file)
    let dialect = try CSVDialect(of: bytes, locator)
    var reader = CSVReader(bytes, locator, dialect)
    let header: [CSVReader.Field]?
    do { header = try reader.next() } catch { throw error.diagnostic }
    guard let header else {
      throw Diagnostic("csv.header", "expected a record with the names of properties", place: locator.place(0))
    }
    let columns = try self.columns(header, dialect, locator)
    if updates, !columns.contains(where: { if case .id = $0 { true } else { false } }) {
      throw Diagnostic(
        "csv.header", "an update needs a column \"id\", which names the elements", place: locator.place(0))
    }
    while true {
      do {
        guard let fields = try reader.next() else { break }
        // The place is that of the field that is being converted.
        var offset = reader.recordOffset
        var values: [FirstValue] = []
        let locate = { (diagnostic: Diagnostic) in diagnostic.at(locator.place(offset)) }
        try row(locate) {
          let type = try type(fields, columns, dialect, &offset)
          let idOffset = try read(fields, columns, type, dialect, &offset, into: &values)
          // Only the id can be wrong now.
          offset = idOffset ?? offset
          return try store.create(type, values)
        } content: {
          .values(values)
        }
      } catch let failure as CSVReader.Failure {
        if failure.isFatal { throw failure.diagnostic }
        reject(failure.diagnostic)
      }
      progress(Double(reader.position) / Double(max(1, bytes.count)))
    }
  }

  private func columns(
    _ header: [CSVReader.Field], _ dialect: CSVDialect, _ locator: LineLocator
  ) throws -> [Column] {
    var seen: Set<String> = []
    return try header.map { field in
      let place = locator.place(field.offset)
      let name = field.text.trimmed
      guard seen.insert(name).inserted else {
        throw Diagnostic("csv.header", "the column \(PrintableText.quoted(name)) occurs twice", place: place)
      }
      switch name {
      case "id": return .id
      case ModelStore.typeKey: return .type
      default:
        let candidates = store.types.subtypes(of: elements).compactMap { $0.property(named: name) }
        guard let property = candidates.first else {
          var diagnostic = store.unknownProperty(name, of: elements).at(place)
          // The columns that are not properties.
          let others = NearestName.nearest(to: name, in: ["id", ModelStore.typeKey], within: 0)
          diagnostic.hint = others.map { "did you mean \"\($0)\"?" } ?? diagnostic.hint
          if header.count == 1, diagnostic.hint == nil {
            let separator = "fields are separated by \(dialect.separatorName)"
            let other = dialect.other(in: name)
            diagnostic.hint = "\(separator); a first line such as sep=\(other) names another separator"
          }
          throw diagnostic
        }
        guard property.isStoredScalar else {
          throw Diagnostic(
            "csv.header", "\(elements.name).\(property.name) cannot be imported from CSV",
            place: place,
            hint: property.isTransient
              ? "it is transient" : "CSV has stored properties of one value and references; use JSON")
        }
        return .property(property.name)
      }
    }
  }

  /// Reads the values of a record.
  ///
  /// - Returns: Where its id is; nil without one.
  private func read(
    _ fields: [CSVReader.Field], _ columns: [Column], _ type: EntityType, _ dialect: CSVDialect, _ offset: inout Int,
    into values: inout [FirstValue]
  ) throws -> Int? {
    var idOffset: Int?
    for (field, column) in zip(fields, columns) {
      offset = field.offset
      let isEmpty = field.text.isEmpty
      switch column {
      case .type: continue
      case .id:
        idOffset = field.offset
        if !isEmpty { values.append(FirstValue(slot: nil, name: "id", .string(field.text))) }
      case .property(let name):
        guard let slot = type.slot(named: name) else {
          // A column of another class of the list.
          if isEmpty { continue }
          throw store.unknownProperty(name, of: type)
        }
        let property = type.properties[slot]
        // Bytes can be none.
        let isPresent = field.isQuoted && (property.isText || property.type.unwrapped == .data)
        if isEmpty, !isPresent {
          if property.type.isNullable || property.isReference {
            values.append(FirstValue(slot: slot, name: name, .null))
          }
          continue
        }
        let isNumber = [.int, .double].contains(property.type.unwrapped)
        let plain = isNumber ? CSVNumber.plain(field.text, CSVNumber.Marks(separator: dialect.separator)) : nil
        values.append(
          FirstValue(slot: slot, name: name, try ScalarText.value(plain ?? field.text, of: property, type, in: store)))
      }
    }
    return idOffset
  }

  /// Returns the class that a row names, else that of the element with its id, else that of the list.
  ///
  /// - Throws: `csv.fields` for another number of fields; `model.type`.
  private func type(
    _ fields: [CSVReader.Field], _ columns: [Column], _ dialect: CSVDialect, _ offset: inout Int
  ) throws -> EntityType {
    guard fields.count == columns.count else {
      throw Diagnostic(
        "csv.fields", "expected \(columns.count) fields, found \(fields.count)",
        hint: "fields are separated by \(dialect.separatorName)")
    }
    var id: String?
    for (field, column) in zip(fields, columns) where !field.text.isEmpty {
      switch column {
      case .id: id = field.text
      case .type:
        offset = field.offset
        let type = try store.types.require(field.text, for: ModelStore.typeKey)
        guard type.isSubtype(of: elements) else {
          throw Diagnostic(
            "model.type", "expected a class of \(elements.name), got \(PrintableText.quoted(field.text))")
        }
        return type
      case .property: continue
      }
    }
    return type(ofRowWithID: id)
  }
}
