/// Lines of a terminal that move up or down as a whole, which takes a few bytes.
struct CellScroll: Equatable {
  /// The lines that take part.
  let rows: Range<Int>
  /// By how many lines the content moves up; negative if it moves down.
  let offset: Int

  /// The fewest lines that are saved.
  private static let leastGain = 3

  /// Finds the move after which most lines of a picture are those of the next one; nil if there is none.
  ///
  /// - Parameter changed: The lines that differ.
  init?(from old: CellGrid, to new: CellGrid, changed: [Int]) {
    guard changed.count > Self.leastGain, let first = changed.first, let last = changed.last else { return nil }
    let (before, after) = (old.hashes(of: first...last), new.hashes(of: first...last))
    var best: (count: Int, rows: Range<Int>, offset: Int) = (Self.leastGain, 0..<0, 0)
    for offset in -(last - first)...(last - first) where offset != 0 {
      let moved = changed.filter {
        (first...last).contains($0 + offset) && after[$0 - first] == before[$0 + offset - first]
      }
      guard moved.count > best.count, let top = moved.first, let bottom = moved.last else { continue }
      best = (moved.count, min(top, top + offset)..<max(bottom, bottom + offset) + 1, offset)
    }
    guard best.offset != 0 else { return nil }
    (rows, offset) = (best.rows, best.offset)
  }

  /// The escape sequences (DECSTBM, SU and SD), after which the cursor is at no known place.
  var sequence: String {
    "\u{1B}[0m\u{1B}[\(rows.lowerBound + 1);\(rows.upperBound)r\u{1B}[\(abs(offset))\(offset > 0 ? "S" : "T")\u{1B}[r"
  }
}

extension CellGrid {
  fileprivate func hashes(of rows: ClosedRange<Int>) -> [Int] {
    rows.map { row in
      var hasher = Hasher()
      hasher.combine(cells[row * columns..<(row + 1) * columns])
      return hasher.finalize()
    }
  }

  /// Moves lines. What a terminal shows on those that become free is not known.
  mutating func move(_ scroll: CellScroll) {
    let old = self
    for row in scroll.rows {
      let from = row + scroll.offset
      for column in 0..<columns {
        cells[row * columns + column] =
          scroll.rows.contains(from) ? old[column, from] : Cell("", columns: -1, style: CellStyle())
      }
    }
  }
}
