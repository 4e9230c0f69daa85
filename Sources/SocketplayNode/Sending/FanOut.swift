import SessionCore
import Sys

/// One command at several peers, each with its own result, and one file for all of them read once.
enum FanOut {
  /// What each peer reads from: one input that they share, for standard input and for a single file that goes to several;
  /// nil where each opens what it sends.
  static func taps(of command: Command, _ input: SocketBox?, for count: Int) throws(Failure) -> [InputTap]? {
    guard case .sendFiles(let files) = command else { return nil }
    if files.fromDescriptor {
      guard let descriptor = input?.take() else { throw Failure(.unreadable, "-") }
      return SharedInput(descriptor, takers: count).start()
    }
    guard count > 1, files.paths.count == 1, let path = files.paths.first else { return nil }
    do throws(SystemError) {
      guard try Path.status(path)?.kind == .regular else { return nil }
      return SharedInput(try WholeFile.openForReading(path), takers: count).start()
    } catch {
      throw Failure(local: error, path: path)
    }
  }

  /// What several peers read trees and lists of files through, so that each is read once; nil where they share an input, or
  /// where there is one peer.
  static func takers(of command: Command, _ taps: [InputTap]?, for count: Int) -> [BlockTaker]? {
    guard case .sendFiles = command, taps == nil, count > 1 else { return nil }
    return SharedBlocks(takers: count).takers()
  }

  /// Runs `body` for each peer at once, with its tap or its taker where there are some.
  ///
  /// Of one peer the answer and the failure are that peer's; of several the failure names those who did not get it.
  static func perform<Answer: Sendable>(
    at peers: [Peer], _ taps: [InputTap]?, _ takers: [BlockTaker]?, events: @escaping Node.Sink,
    _ body: @escaping @Sendable (Peer, InputTap?, BlockTaker?) async throws(Failure) -> Answer?
  ) async throws(Failure) -> Answer? {
    let results = await withTaskGroup(of: (Int, Result<Answer?, Failure>).self) { group in
      for (index, peer) in peers.enumerated() {
        let (tap, taker) = (taps?[index], takers?[index])
        group.addTask {
          // Whatever became of it, the others do not wait for this one any more.
          defer {
            tap?.stop()
            taker?.leave()
          }
          do throws(Failure) {
            return (index, .success(try await body(peer, tap, taker)))
          } catch {
            return (index, .failure(error))
          }
        }
      }
      return await group.reduce(into: [Int: Result<Answer?, Failure>]()) { $0[$1.0] = $1.1 }
    }
    if peers.count == 1, let only = results[0] { return try only.get() }
    var failed: [String] = []
    for (index, peer) in peers.enumerated() {
      guard case .failure(let failure)? = results[index] else { continue }
      let name = await peer.peerName
      failed.append(name)
      events(.warning(Failure(.notReached, name, detail: failure.reason.rawValue)))
    }
    if !failed.isEmpty { throw Failure(.someNotReached, detail: failed.joined(separator: "\n")) }
    return nil
  }
}
