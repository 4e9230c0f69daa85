import Security
import SessionCore
import Sys

/// First contact: a code that the host shows and somebody types, or that a file carries.
extension JoinerEntrance {
  /// How often somebody may try to type a code.
  private static let attempts = 3

  /// Knocks, so that the host shows a code, and asks for it; where nobody can be asked, that is the end.
  func meet(_ destination: Destination) async throws(Failure) -> Entrant {
    guard questions.code != nil else { throw Failure(.notTrusted, destination.name) }
    // Whose key it is does not matter: nothing but the knock is sent, and the code will tell.
    switch await introduce(at: destination, pin: .anyone, .knock, timeout: Self.patience) {
    case .success: return try await ask(destination)
    case .failure(let problem): throw failure(problem, destination)
    }
  }

  /// Asks for the code, and comes in with it.
  func ask(_ destination: Destination) async throws(Failure) -> Entrant {
    guard let question = questions.code else { throw Failure(.notTrusted, destination.name) }
    var problem: CodeProblem?
    var failure = Failure(.notTrusted, destination.name)
    for _ in 0..<Self.attempts {
      let (name, before) = (destination.name, problem)
      guard let text = await BlockingQuestion.ask({ question(name, before) }) else {
        throw Failure(.notTrusted, destination.name)
      }
      let code: PairingCode
      do throws(PairingCode.Problem) {
        code = try PairingCode(text)
      } catch {
        (problem, failure) = (CodeProblem(error), Failure(code: error, in: ""))
        continue
      }
      do throws(Failure) {
        return try await pair(code, at: destination, timeout: Self.patience)
      } catch {
        guard error.reason == .codeRefused || error.reason == .codeOfAnother else { throw error }
        (problem, failure) = (error.reason == .codeRefused ? .refused : .otherHost, error)
      }
    }
    throw failure
  }

  /// Comes in with a code, and keeps the host in mind once it is ready.
  func pair(_ code: PairingCode, at destination: Destination, timeout: Double) async throws(Failure) -> Entrant {
    let pin = Pin.beginning(code.hostPrefix, bits: PairingCode.hostBits)
    switch await introduce(at: destination, pin: pin, .pair(token: code.token), timeout: timeout) {
    case .success(let introduced):
      guard introduced.ready.status == .ready else { throw failure(introduced.ready.status, destination) }
      if introduced.host != credentials.identity.id {
        let wished = options.name ?? destination.service ?? introduced.ready.petname.text
        let known = try credentials.pair(introduced.host, wished: Petname(madeFrom: wished))
        events(.paired(peer: known.petname.text, id: "\(known.id)"))
      }
      return try entrant(introduced, at: destination)
    case .failure(.introduction(.tls(.otherKey))): throw Failure(.codeOfAnother, destination.name)
    case .failure(let problem): throw failure(problem, destination)
    }
  }
}

extension CodeProblem {
  init(_ problem: PairingCode.Problem) {
    switch problem {
    case .length(let count): self = .length(count)
    case .character(let character, _): self = .character(character)
    case .checksum: self = .checksum
    }
  }
}
