import OKitLive
import Testing

@Suite struct BacklogTests {
  @Test func writesWhileLittleWaits() {
    var backlog = Backlog(limit: 100)
    #expect(backlog.update(60) == .write)
    backlog.willWrite(60)
    #expect(backlog.update(40) == .write)
    backlog.willWrite(40)
    #expect(backlog.notice(1) == .skip)
    #expect(backlog.update(1) == .skip)
    #expect(backlog.needsScreen)
  }

  @Test func writesOneLargeMessage() {
    var backlog = Backlog(limit: 100)
    #expect(backlog.update(1000) == .write)
    backlog.willWrite(1000)
    #expect(backlog.update(1) == .skip)
  }

  @Test func catchesUpWhenEverythingWasRead() {
    var backlog = Backlog(limit: 10)
    backlog.received()
    backlog.willWrite(8)
    #expect(backlog.update(3) == .skip)
    #expect(backlog.answer([1]) == .skip)
    #expect(backlog.unanswered == 1)
    let catchesUp = backlog.didWrite(8, isAnswer: false)
    #expect(catchesUp)
    #expect(backlog.catchUp() == [[1]])
    #expect(!backlog.needsScreen)
    #expect(backlog.answer([2]) == .write)
    #expect(backlog.unanswered == 1)
    backlog.willWrite(1)
    let needsMore = backlog.didWrite(1, isAnswer: true)
    #expect(!needsMore)
    #expect(backlog.unanswered == 0)
    #expect(backlog.waiting == 0)
  }
}
