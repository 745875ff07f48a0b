/// A column of a grid: its value and title now, and the template of its cells.
struct ColumnSource {
  /// Stays the same while the column exists.
  let key: Int
  /// Among all columns, from 0.
  let index: Int
  let title: String
  /// The element of `columnsPath`, else the title.
  let value: Value
  let cell: Component
  /// The sort keys; nil for a column that cannot be sorted.
  var sort: PropertyValue?
}

extension ColumnSource: ObservedResult {
  var holdsEntities: Bool { true }
  static func == (a: Self, b: Self) -> Bool {
    (a.key, a.index, a.title, a.value) == (b.key, b.index, b.title, b.value) && a.cell === b.cell
  }
}

/// Gives the elements of `columnsPath` numbers, by which their cells are known while columns come and go.
struct ColumnNumbers {
  private struct Key: Hashable {
    var value: Value
    /// Among equal values.
    var place: Int
  }

  private var numbers: [Key: Int] = [:]

  mutating func numbers(of values: [Value]) -> [Int] {
    var counts: [Value: Int] = [:]
    return values.map { value in
      let key = Key(value: value, place: counts[value, default: 0])
      counts[value] = key.place + 1
      if let number = numbers[key] { return number }
      let number = numbers.count
      numbers[key] = number
      return number
    }
  }
}

/// The cell of a row in a column. Its context follows `cellPath`.
final class GridCell {
  let column: ColumnSource
  private let element, entity: EntityID
  private let onStale: () -> Void
  private let grid: GridController
  private let context: Observed<Value>?
  private var made: Cell?

  init(_ column: ColumnSource, of row: ListRow, _ grid: GridController) {
    (self.column, self.grid) = (column, grid)
    (element, entity, onStale) = (row.element, row.entity, row.onStale)
    let given = grid.component.values[GridController.gridKeys.cellPath]
    context = given.map { path in
      Observed(
        grid.evaluator, nil, row.entity,
        // Safe: the cell owns the observation, and refers to the grid.
        { [unowned grid, entity = row.entity] in grid.context(path, of: entity, column.value) }, onStale: row.onStale)
    }
  }

  /// The cell in its present context. A cell of another context has lost its input, which is reported.
  var cell: Cell {
    let entity: EntityID? =
      if let context { if case .entity(let entity)? = context.result { entity } else { nil } } else { self.entity }
    if let made, made.context == entity { return made }
    let id = RowID.gridCell(element, column: column.key)
    let cell = Cell.make(column.cell, context: entity, id: id, controller: grid, onStale: onStale)
    if let lost = made as? EditCell, lost.input?.entered != nil {
      FieldEditor.reportLost([lost.fieldLabel], in: grid.name, place: grid.definition.place, grid.services)
    }
    made = cell
    return cell
  }
}

extension GridController {
  /// The context that `cellPath` gives for a row and a column.
  func context(_ path: PropertyValue, of row: EntityID, _ column: Value) -> Value {
    let origin = origin("cellPath")
    let context = value(of: path, row, column, origin)
    if !context.isEntity, !context.isNull {
      let message = "needs an entity, got \(store.summary(context))"
      services.report(evaluator.problem("grid.cellPath", of: origin, message))
    }
    return context
  }

  private func value(
    of path: PropertyValue, _ row: EntityID, _ column: Value, _ origin: Diagnostic.Origin
  ) -> Value {
    do {
      switch path {
      case .binding(let program):
        let outer = evaluator.originSource
        evaluator.originSource = OriginSource { BindingOrigin(origin) }
        defer { evaluator.originSource = outer }
        return try evaluator.get(program, row, extra: [column])
      case .function(let function):
        guard let host = evaluator.host, !store.isBudgetExhausted() else { return .null }
        return try host.call(function, receiver: .entity(row), arguments: [column, .handle(handle)])
      default: return .null
      }
    } catch {
      services.report(error.diagnostic("function.failed").from(origin).appending(.property(origin)))
      return .null
    }
  }
}
