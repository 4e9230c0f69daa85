import CTagLib

/// What a music file says of itself: untrusted text, empty where it says nothing.
public struct Tags: Sendable, Equatable {
  /// The title.
  public var title: String
  /// Who plays it.
  public var artist: String
  /// The album it is from.
  public var album: String
  /// How long it plays, in whole seconds; 0 where that is unknown.
  public var seconds: Int

  /// What a music file says of itself.
  public init(title: String, artist: String, album: String, seconds: Int) {
    self.title = title
    self.artist = artist
    self.album = album
    self.seconds = seconds
  }

  /// The longest text that is kept, in characters: a tag may hold megabytes.
  private static let textLimit = 1024

  /// Reads the tags of a file, whose kind TagLib guesses by its name's suffix.
  ///
  /// Nil where it is not readable, of no known kind or damaged beyond use. Each call has a file of its own and may run
  /// beside others. Opening a FIFO waits for its writer: ask only about regular files.
  public static func read(_ path: String) -> Tags? {
    guard !path.utf8.contains(0), isPrepared, let file = taglib_file_new(path) else { return nil }
    // Frees the tag and the properties as well.
    defer { taglib_file_free(file) }
    guard taglib_file_is_valid(file) != 0 else { return nil }
    var tags = Tags(title: "", artist: "", album: "", seconds: 0)
    if let tag = taglib_file_tag(file) {
      tags.title = text(taglib_tag_title(tag))
      tags.artist = text(taglib_tag_artist(tag))
      tags.album = text(taglib_tag_album(tag))
    }
    if let properties = taglib_file_audioproperties(file) {
      tags.seconds = max(0, Int(taglib_audioproperties_length(properties)))
    }
    return tags
  }

  /// Set before the first use, once: UTF-8, and strings that we free instead of a list that all threads share.
  private static let isPrepared: Bool = {
    taglib_set_strings_unicode(1)
    taglib_set_string_management_enabled(0)
    return true
  }()

  /// The text of a string of TagLib's, which is freed.
  private static func text(_ string: UnsafeMutablePointer<CChar>?) -> String {
    guard let string else { return "" }
    defer { taglib_free(string) }
    return String(String(cString: string).prefix(textLimit))
  }
}
