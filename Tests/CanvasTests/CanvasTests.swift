import Canvas
import Testing

@Suite struct CanvasTests {
  private let red = CanvasLine.Color(red: 1, green: 0, blue: 0)

  private func line(
    _ points: [(Double, Double)], width: Double = 5, color: CanvasLine.Color? = nil, screen: Double = 375
  ) -> CanvasLayer {
    .line(
      CanvasLine(
        points: points.map { .init(x: $0.0, y: $0.1) }, width: width, color: color ?? red, screenWidth: screen))
  }

  /// The box around everything that is not white.
  private func box(_ layers: [CanvasLayer], width: Int = 300) throws -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
    let image = try #require(Canvas.pixels(layers, width: width))
    var (xs, ys): ([Int], [Int]) = ([], [])
    for y in 0..<image.height {
      for x in 0..<image.width {
        let place = (y * image.width + x) * 3
        if image.bytes[place..<place + 3].contains(where: { $0 < 128 }) {
          xs.append(x)
          ys.append(y)
        }
      }
    }
    let (left, right) = (try #require(xs.min()), try #require(xs.max()))
    let (top, bottom) = (try #require(ys.min()), try #require(ys.max()))
    return (left...right, top...bottom)
  }

  private func color(_ layers: [CanvasLayer], _ x: Int, _ y: Int, width: Int = 100) throws -> [UInt8] {
    let image = try #require(Canvas.pixels(layers, width: width))
    let place = (y * image.width + x) * 3
    return Array(image.bytes[place..<place + 3])
  }

  @Test("A thin line on few pixels is a pixel wide, and the canvas fits what it is shown on")
  func small() throws {
    let thin = line([(0, 187), (375, 187)], width: 0.5)
    let fine = try #require(Canvas.pixels([thin], width: 20))
    let coarse = try #require(Canvas.pixels([thin], width: 20, isFine: false))
    #expect(!fine.bytes.contains { $0 < 128 })
    #expect(coarse.bytes.contains { $0 < 128 })
    #expect(Canvas.size([thin], within: 40, 30) == (30, 30))
    #expect(Canvas.size([thin], within: 20, 30) == (20, 20))
    let low = line([(0, 0), (10, 747.5)])
    #expect(Canvas.size([low], within: 40, 40) == (20, 40))
    #expect(Canvas.size([], within: 0, 0) == (1, 1))
  }

  @Test(
    "A circle is round, whatever the shape of the screen it was drawn on (004-12)", arguments: [375.0, 750, 1024, 320])
  func circle(screen: Double) throws {
    let points = (0...360).map { degree in
      let angle = Double(degree) * .pi / 180
      return (screen / 2 + screen / 4 * cosine(angle), screen / 2 + screen / 4 * cosine(angle - .pi / 2))
    }
    let box = try box([line(points, screen: screen)])
    #expect(abs(box.x.count - box.y.count) <= 1)
    #expect((148...160).contains(box.x.count))
  }

  /// The series of the cosine: the standard library has none.
  private func cosine(_ angle: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1..<30 {
      term *= -angle * angle / Double((2 * index - 1) * 2 * index)
      sum += term
    }
    return sum
  }

  @Test("The same stroke from a screen twice as wide lies at the same place (004-2)")
  func scales() throws {
    let small = try box([line([(100, 100), (200, 150)], width: 5, screen: 375)])
    let large = try box([line([(200, 200), (400, 300)], width: 10, screen: 750)])
    #expect(small == large)
  }

  @Test("A closed square is closed, though its last point is its first (004-13)")
  func square() throws {
    let square = line([(50, 50), (250, 50), (250, 250), (50, 250), (50, 50)], screen: 300)
    for (x, y) in [(50, 150), (150, 50), (250, 150), (150, 250), (50, 60), (60, 50)] {
      #expect(try color([square], x, y, width: 300) == [255, 0, 0])
    }
  }

  @Test("One point is a dot")
  func dot() throws {
    let box = try box([line([(150, 150)], width: 20, screen: 300)])
    #expect(abs(box.x.count - 20) <= 1 && abs(box.y.count - 20) <= 1)
  }

  @Test("Later strokes lie over earlier ones and over pictures, and the eraser over all (004-3, 004-11)")
  func order() throws {
    let picture = CanvasLayer.picture { Self.bluePNG }
    #expect(try color([picture], 50, 50) == [0, 0, 255])
    let over = line([(0, 50), (100, 50)], width: 20, screen: 100)
    #expect(try color([picture, over], 50, 50) == [255, 0, 0])
    #expect(try color([over, picture], 50, 50) == [0, 0, 255])
    let eraser = line([(0, 50), (100, 50)], width: 10, color: .white, screen: 100)
    #expect(try color([picture, over, eraser], 50, 50) == [255, 255, 255])
    #expect(try color([picture, over, eraser], 50, 57) == [255, 0, 0])
  }

  @Test("A JPEG is drawn as large as it fits, in its own shape")
  func jpeg() throws {
    let box = try box([.picture { Self.greyJPEG }], width: 100)
    #expect(box.x == 0...99)
    #expect(box.y == 25...74)
  }

  @Test("A picture that claims 65,535 pixels a side, a broken and an empty one are passed over", arguments: 0..<5)
  func hostilePictures(index: Int) throws {
    var png = Self.bluePNG
    png.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    var jpeg = Self.greyJPEG
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let file = [png, jpeg, Array(Self.bluePNG.prefix(40)), Array(Self.greyJPEG.prefix(100)), []][index]
    let image = try #require(Canvas.pixels([.picture { file }, line([(50, 50)], width: 4, screen: 100)], width: 100))
    #expect(image.bytes.contains { $0 < 128 })
  }

  @Test("PNG and SVG are what they are called, and what is drawn below the square makes the paper higher")
  func formats() throws {
    let png = try #require(Canvas.png([line([(0, 0), (100, 667)], screen: 375)], width: 375))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(png[20..<24].reduce(0) { $0 << 8 | Int($1) } == 670)
    let svg = try #require(Canvas.svg([line([(1, 1), (5, 5)])]))
    #expect(String(decoding: svg, as: UTF8.self).contains("<svg"))
  }

  @Test("A stroke of 100,000 points that crosses itself everywhere is painted to its last point (004-13)")
  func manyPoints() throws {
    var random = SystemRandomNumberGenerator()
    var points = (0..<100_000).map { _ in
      (Double.random(in: 0..<300, using: &random), Double.random(in: 0..<300, using: &random))
    }
    points.append((374, 374))
    #expect(try color([line(points, width: 4)], 99, 99) != [255, 255, 255])
  }
}
