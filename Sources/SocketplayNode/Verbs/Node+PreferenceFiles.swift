public import Documents
public import KeyedArchive
public import SessionCore
import Sys

extension Node {
  /// The preferences in a file of any form.
  public func readPreferences(_ path: String) throws(Failure) -> PropertyListDictionary {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.read(path, maximumSize: StoreOpener.limits.maximumSize)
    } catch {
      throw Failure(local: error, path: path)
    }
    let document: PropertyListDocument
    do throws(PropertyListDocumentError) {
      document = try PropertyListDocument(anyForm: bytes, limits: StoreOpener.limits)
    } catch {
      throw Failure(.malformed, path, detail: error.code)
    }
    guard let keys = document.value.dictionaryValue else { throw Failure(.notADictionary, path) }
    return keys
  }

  /// Writes preferences to a file, for its owner alone; a file that is there is replaced.
  public func write(_ document: PropertyListDocument, to path: String) throws(Failure) {
    try write(bytes(of: document), to: path)
  }

  /// Writes preferences to a file that somebody has named: where that is a link, to what it leads to, and the link stays.
  public func export(_ document: PropertyListDocument, to path: String) throws(Failure) {
    guard (try? Path.status(path, followLink: false))??.kind == .link else { return try write(document, to: path) }
    let target: String
    do throws(SystemError) {
      target = try Path.resolve(path)
    } catch {
      throw Failure(.unwritable, path, detail: "A link that leads nowhere")
    }
    try write(document, to: target)
  }

  /// Writes the bytes of preferences to a file, for its owner alone; a file that is there is replaced.
  ///
  /// What is no file stays: a device or a pipe in that place would be gone for everybody.
  func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    if let status = try? Path.status(path), status.kind != .regular {
      throw Failure(.unwritable, path, detail: "Not a regular file")
    }
    do throws(SystemError) {
      try WholeFile.replace(path, with: bytes, mode: 0o600)
    } catch {
      throw Failure(.unwritable, path, detail: error.message)
    }
  }

  /// The bytes of preferences in their form.
  public func bytes(of document: PropertyListDocument) throws(Failure) -> [UInt8] {
    do throws(PropertyListDocumentWriteError) {
      return try document.bytes()
    } catch {
      throw Failure(.unwritable, detail: error.code)
    }
  }
}
