internal import Dispatch

/// Runs the asynchronous functions of a program that applications wait for, on threads of its own: an application that
/// waits blocks a thread, and without an executor of its own that is one of the few that all tasks share.
package final class ServiceExecutor: TaskExecutor {
  package static let shared = ServiceExecutor()

  private let queue = DispatchQueue(label: "okit.services", attributes: .concurrent)

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
