import Dispatch

/// Asks somebody, on a thread that may wait for the answer.
enum BlockingQuestion {
  private static let queue = DispatchQueue(label: "socketplay.questions")

  /// The answer; one question at a time in this process.
  static func ask<Answer: Sendable>(_ question: @escaping @Sendable () -> Answer) async -> Answer {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: question()) }
    }
  }
}
