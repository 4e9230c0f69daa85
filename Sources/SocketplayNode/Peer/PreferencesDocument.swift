import Documents
import KeyedArchive
import SessionCore
import Sys

/// Whole preferences as they travel: the bytes of a property list file whose top is a dictionary.
enum PreferencesDocument {
  /// The largest preferences sent or taken: what a frame holds beside its archive.
  static let maximumSize = Peer.maximumFrame - 4_096
  /// Bounds on reading them: as many values as such a file can hold in earnest, nested as no settings are.
  static let limits = PropertyListLimits(
    maximumSize: maximumSize, maximumObjects: 1 << 20, maximumDepth: 128, maximumNodes: 1 << 20)

  /// Reads a file and makes sure that it is what it should be.
  static func load(_ path: String) throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.read(path, maximumSize: maximumSize)
    } catch {
      throw Failure(local: error, path: path)
    }
    let result: Result<Void, Failure> = bytes.withUnsafeBytes { buffer in
      do throws(Failure) {
        _ = try dictionary(of: buffer, subject: path)
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
    return bytes
  }

  /// The limits for a document of that size: each value stands in bytes of its own, unless a peer makes few bytes unfold
  /// into many values.
  private static func limits(for size: Int) -> PropertyListLimits {
    var limits = limits
    limits.maximumNodes = min(limits.maximumNodes, size)
    return limits
  }

  /// The dictionary that the bytes hold, binary or XML.
  static func dictionary(of bytes: UnsafeRawBufferPointer, subject: String) throws(Failure) -> PropertyListDictionary {
    let document: PropertyListDocument
    do throws(PropertyListDocumentError) {
      document = try PropertyListDocument(bytes, limits: limits(for: bytes.count))
    } catch {
      throw Failure(.malformed, subject, detail: error.code)
    }
    guard let dictionary = document.value.dictionaryValue else { throw Failure(.notADictionary, subject) }
    return dictionary
  }
}
