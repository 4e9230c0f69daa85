import SessionCore
import Sys

/// What comes in.
extension OriginalSession {
  mutating func read(from socket: borrowing FileDescriptor) throws(Failure) {
    let count: Int?
    do throws(SystemError) {
      count = try socket.receive(into: piece)
    } catch {
      throw Failure(.lost, detail: error.message)
    }
    guard let count else { return }
    let acts =
      count == 0
      ? try client.settle(isLast: true) : try client.receive(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    for act in acts { take(act) }
    if count == 0 { throw Failure(.lost, detail: "it closed the connection") }
  }

  mutating func take(_ act: OriginalClient.Act) {
    do throws(Failure) {
      switch act {
      case .news(let news):
        if case .stroke(let stroke, _, _) = news, client.dialect == .draw { canvas.add(.stroke(stroke)) }
        events(.room(news))
      case .fileBegin(let kind, let size): files.begin(kind, size: size)
      case .filePiece(let bytes): try files.write(bytes)
      case .fileEnd:
        guard let saved = try files.end() else { return }
        if client.dialect == .draw { canvas.add(saved) }
        events(.room(.file(saved.file.kind, from: nil, path: saved.path, bytes: saved.file.bytes, number: nil)))
      case .heartbeat: beats()
      case .problem(let failure): events(.error(Failure(failure.reason, server, detail: failure.detail)))
      }
    } catch {
      events(.error(error))
    }
  }
}
