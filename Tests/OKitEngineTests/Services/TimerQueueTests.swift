import OKitTestSupport
import Testing

@testable import OKitEngine

@Suite struct TimerQueueTests {
  private func moment(_ seconds: Double) -> DateValue { DateValue(secondsSince2001: seconds) }

  @Test func `many timers run in their order`() {
    let timers = TimerQueue()
    let count = 100_000
    var ran: [Int] = []
    for number in 0..<count {
      // Those of the same moment in the order of starting.
      _ = timers.start(at: moment(Double(count - number / 2 * 2)), every: nil, place: nil) { ran.append(number) }
    }
    while let timer = timers.takeDue(moment(1e9)) { timer.body() }
    var order: [Int] = []
    for pair in (0..<count / 2).reversed() { order += [2 * pair, 2 * pair + 1] }
    #expect(ran == order)
  }

  @Test func `they do what a plain list of timers does`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let timers = TimerQueue()
    var plain: [(id: UInt32, due: Double, interval: Double?)] = []
    var ids: [UInt32] = []
    for _ in 0..<5000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let due = Double(Int.random(in: 0..<50, using: &random))
        let interval = Bool.random(using: &random) ? nil : Double(Int.random(in: 1..<9, using: &random))
        let id = timers.start(at: moment(due), every: interval, place: nil) {}
        plain.append((id, due, interval))
        ids.append(id)
      case 5..<8:
        guard let id = ids.randomElement(using: &random) else { continue }
        timers.cancel(id)
        plain.removeAll { $0.id == id }
      default:
        let now = Double(Int.random(in: 0..<60, using: &random))
        let index = plain.indices.min { plain[$0].due < plain[$1].due }.flatMap { plain[$0].due <= now ? $0 : nil }
        #expect(timers.takeDue(moment(now))?.id == index.map { plain[$0].id }, "seed \(seed)")
        guard let index else { continue }
        var timer = plain.remove(at: index)
        guard let interval = timer.interval else { continue }
        timer.due += interval
        plain.append(timer)
      }
      let first: UInt32? = plain.min { $0.due < $1.due }?.id
      #expect(timers.first?.id == first, "seed \(seed)")
      for id in ids.suffix(3) {
        let isThere = plain.contains { $0.id == id }
        #expect(timers.isRunning(id) == isThere, "seed \(seed)")
      }
    }
  }
}
