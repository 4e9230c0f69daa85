/// Writes the chat (001) so that an original takes each write for one message.
public enum ChatEncoder {
  /// What a client says: its nick.
  public static func nick(_ nick: String) -> [SpacedWrite] {
    [SpacedWrite(Array("user:\(nick)".utf8))]
  }

  /// What a client says to somebody; a long text goes in several messages.
  ///
  /// An empty text is a caller's fault.
  public static func text(_ text: String, to nick: String) -> [SpacedWrite] {
    precondition(!text.isEmpty, "a text says something")
    return pieces(of: text, behind: "\(nick):")
  }

  /// What a server says; several texts share a write where they fit, each on a line with its own `msg:`.
  ///
  /// An original shows what it has read in one piece. A `msg:` within a text is kept from looking like the next one's.
  ///
  /// - Parameter speaker: whose nick stands in front of each piece of a text, so that none looks like somebody else's; nil for none.
  public static func texts(_ texts: [String], from speaker: String? = nil) -> [SpacedWrite] {
    let head = "msg:" + (speaker.map { harmless("\($0): ") } ?? "")
    var writes: [[UInt8]] = []
    for text in texts {
      precondition(!text.isEmpty, "a text says something")
      for piece in pieces(of: harmless(text), behind: head) {
        if let last = writes.last, last.count + 1 + piece.bytes.count <= SpacedWrite.segment {
          writes[writes.count - 1] += [UInt8(ascii: "\n")] + piece.bytes
        } else {
          writes.append(piece.bytes)
        }
      }
    }
    return writes.map { SpacedWrite($0) }
  }

  /// The roster as an original server prints it; nil where it has no rows.
  ///
  /// One that is longer than a segment goes in one write all the same: there is no other form of it.
  public static func roster(_ members: [ChatNotice.Member]) -> SpacedWrite {
    let rows = members.map { member in
      let fields = [member.host, member.nick, member.isOnline ? "1" : "0"].map { "    " + JSONText.string($0) }
      return "  [\n" + fields.joined(separator: ",\n") + "\n  ]"
    }
    return SpacedWrite(Array(("[\n" + rows.joined(separator: ",\n") + "\n]").utf8))
  }

  /// Tells that somebody has left.
  public static func offline(_ nick: String) -> SpacedWrite {
    SpacedWrite(Array(nick.utf8) + ChatMark.offline)
  }

  private static func pieces(of text: String, behind head: String) -> [SpacedWrite] {
    SpacedWrite.pieces(of: text, limit: max(16, SpacedWrite.segment - head.utf8.count)).map { piece in
      SpacedWrite(Array((head + piece).utf8))
    }
  }

  /// The text on one line, a blank before each mark in it that could be taken for another message's.
  private static func harmless(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      result.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte)
      for mark in [ChatMark.text, ChatMark.offline] where byte == mark.last {
        let start = result.count - mark.count
        if start >= 0, result[start...].elementsEqual(mark) { result.insert(0x20, at: start) }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
