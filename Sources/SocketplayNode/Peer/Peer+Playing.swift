import SessionCore
import Sys

/// Songs that are played as they come.
extension Peer {
  /// A file begins to come: where it is a song, the session's jukebox takes it.
  func play(_ file: ReceivedFile) {
    guard let jukebox = settings.reception.jukebox, Song.isSong(file.name) else { return }
    // What cannot be opened twice is stored all the same.
    guard let descriptor = try? file.file.descriptor.duplicate() else { return }
    let song = ArrivingSong(descriptor)
    if jukebox.add(song) { file.song = song }
  }
}
