extension GuessingGame {
  /// The words of a game for which no others were given.
  public static let usualWords = [
    "anchor", "apple", "balloon", "banana", "basket", "bicycle", "bird", "boat", "book", "bottle", "bread", "bridge",
    "broom", "bucket", "butterfly", "button", "cactus", "cake", "camel", "camera", "candle", "carrot", "castle", "cat",
    "chair", "cherry", "chimney", "clock", "cloud", "coat", "comb", "crab", "crown", "cup", "dolphin", "door",
    "dragon", "drum", "duck", "egg", "elephant", "envelope", "eye", "feather", "fence", "fish", "flag", "flower",
    "fork", "fountain", "fox", "frog", "ghost", "giraffe", "glasses", "grapes", "guitar", "hammer", "hat", "hedgehog",
    "helicopter", "horse", "house", "ice cream", "island", "kettle", "key", "kite", "ladder", "lamp", "leaf", "lemon",
    "lighthouse", "lion", "mirror", "moon", "mountain", "mouse", "mushroom", "nail", "nest", "octopus", "owl", "palm",
    "parrot", "pear", "pencil", "penguin", "piano", "pillow", "pineapple", "pizza", "plane", "plug", "rabbit",
    "rainbow", "ring", "river", "robot", "rocket", "rose", "sailor", "scissors", "shark", "ship", "shoe", "snail",
    "snake", "snowman", "spider", "spoon", "star", "strawberry", "submarine", "sun", "swan", "sword", "table",
    "teapot", "telephone", "tent", "tiger", "tomato", "tooth", "tractor", "train", "tree", "trumpet", "turtle",
    "umbrella", "vase", "violin", "volcano", "watch", "whale", "wheel", "window", "windmill", "zebra",
  ]

  /// The words of a list, one a line; blank lines and those that begin with `#` count for nothing.
  ///
  /// - Returns: none where the list has no word that could be drawn: at least one letter, at most 64 bytes.
  public static func words(in list: String) -> [String] {
    list.split(whereSeparator: \.isNewline).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }.filter { word in
      !word.hasPrefix("#") && word.utf8.count <= 64 && word.contains(where: { $0.isLetter || $0.isNumber })
    }
  }
}
