import CCairo

/// Paints lines and pictures on white paper, with cairo.
///
/// One scale holds for both directions, that of the width: the paper is as wide as every screen, so a circle stays a circle
/// whatever the shapes of the screens. It is as high as it is wide, and higher where something was drawn below that.
public enum Canvas {
  /// The paper's width in pixels, where none is asked for.
  public static let usualWidth = 1_024
  /// How many times as high as wide the paper gets at most: a phone is held upright, a line far outside is not followed.
  private static let maximumRatio = 3.0

  /// The canvas as a PNG file; nil where there is no memory for it.
  public static func png(_ layers: [CanvasLayer], width: Int = usualWidth) -> [UInt8]? {
    guard let image = image(layers, width: width) else { return nil }
    defer { cairo_surface_destroy(image) }
    let box = ByteBox()
    let status = cairo_surface_write_to_png_stream(image, appendBytes, Unmanaged.passUnretained(box).toOpaque())
    return status == CAIRO_STATUS_SUCCESS ? box.bytes : nil
  }

  /// The canvas as an SVG file; nil where there is no memory for it.
  public static func svg(_ layers: [CanvasLayer], width: Int = usualWidth) -> [UInt8]? {
    let box = ByteBox()
    let height = height(layers, width: width)
    // The box outlives the surface, which is finished and gone before this returns.
    guard
      let surface = cairo_svg_surface_create_for_stream(
        appendBytes, Unmanaged.passUnretained(box).toOpaque(), Double(width), Double(height))
    else { return nil }
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
    paint(layers, on: surface, width: width)
    cairo_surface_finish(surface)
    let status = cairo_surface_status(surface)
    cairo_surface_destroy(surface)
    return status == CAIRO_STATUS_SUCCESS ? box.bytes : nil
  }

  /// The canvas as rows of red, green and blue, a byte each; nil where there is no memory for it.
  ///
  /// - Parameter isFine: whether a thin line stays thin. On few pixels it would be a faint shade: there it is a pixel wide.
  public static func pixels(
    _ layers: [CanvasLayer], width: Int, isFine: Bool = true
  ) -> (bytes: [UInt8], width: Int, height: Int)? {
    guard let image = image(layers, width: width, minimumLine: isFine ? 0 : 1) else { return nil }
    defer { cairo_surface_destroy(image) }
    cairo_surface_flush(image)
    guard let data = cairo_image_surface_get_data(image) else { return nil }
    let height = Int(cairo_image_surface_get_height(image))
    let stride = Int(cairo_image_surface_get_stride(image))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        // RGB24 is a native 32-bit word: blue first on every machine this runs on.
        let pixel = data + y * stride + x * 4
        bytes += [pixel[2], pixel[1], pixel[0]]
      }
    }
    return (bytes, width, height)
  }

  /// The largest size of the canvas within that width and height, at least a pixel each way.
  public static func size(_ layers: [CanvasLayer], within width: Int, _ height: Int) -> (width: Int, height: Int) {
    let ratio = ratio(layers)
    let width = max(1, min(width, Int(Double(height) / ratio)))
    return (width, max(1, Int((ratio * Double(width)).rounded(.up))))
  }

  /// The paper's height for that width.
  static func height(_ layers: [CanvasLayer], width: Int) -> Int {
    Int((ratio(layers) * Double(width)).rounded(.up))
  }

  /// How many times as high as wide the paper is.
  private static func ratio(_ layers: [CanvasLayer]) -> Double {
    var ratio = 1.0
    for case .line(let line) in layers {
      // Half the pen's width reaches farther down than the point.
      for point in line.points { ratio = max(ratio, (point.y + line.width / 2) / line.screenWidth) }
    }
    return min(ratio, maximumRatio)
  }

  private static func image(_ layers: [CanvasLayer], width: Int, minimumLine: Double = 0) -> OpaquePointer? {
    let height = height(layers, width: width)
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)) else { return nil }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      return nil
    }
    paint(layers, on: surface, width: width, minimumLine: minimumLine)
    return surface
  }

  private static func paint(
    _ layers: [CanvasLayer], on surface: OpaquePointer, width: Int, minimumLine: Double = 0
  ) {
    guard let pen = cairo_create(surface) else { return }
    defer { cairo_destroy(pen) }
    cairo_set_source_rgb(pen, 1, 1, 1)
    cairo_paint(pen)
    cairo_set_line_cap(pen, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND)
    for layer in layers {
      switch layer {
      case .line(let line): draw(line, pen, scale: Double(width) / line.screenWidth, minimum: minimumLine)
      case .picture(let file): draw(file(), pen, side: Double(width))
      }
    }
  }

  /// Points of a line that are stroked at once: the cost of one path grows faster than its length.
  private static let run = 24

  private static func draw(_ line: CanvasLine, _ pen: OpaquePointer, scale: Double, minimum: Double) {
    cairo_set_source_rgb(pen, line.color.red, line.color.green, line.color.blue)
    cairo_set_line_width(pen, max(line.width * scale, minimum))
    var isOpen = false
    for (index, point) in line.points.enumerated() {
      let (x, y) = (point.x * scale, point.y * scale)
      if isOpen { cairo_line_to(pen, x, y) } else { cairo_move_to(pen, x, y) }
      isOpen = true
      if index % run == run - 1, index + 1 < line.points.count {
        cairo_stroke(pen)
        cairo_move_to(pen, x, y)
      }
    }
    // A line of one point is a dot: round caps on a path of no length.
    if line.points.count == 1, let point = line.points.first {
      cairo_line_to(pen, point.x * scale, point.y * scale)
    }
    cairo_stroke(pen)
  }

  /// Puts a picture into the square at the top, as large as it fits, its shape kept.
  private static func draw(_ file: [UInt8], _ pen: OpaquePointer, side: Double) {
    guard let picture = Picture(file) else { return }
    let fit = side / Double(max(picture.width, picture.height))
    cairo_save(pen)
    cairo_translate(
      pen, (side - Double(picture.width) * fit) / 2, (side - Double(picture.height) * fit) / 2)
    cairo_scale(pen, fit, fit)
    cairo_set_source_surface(pen, picture.surface, 0, 0)
    // Enlarged, its edge stays as it is, and is not mixed with the nothing around it.
    cairo_pattern_set_extend(cairo_get_source(pen), CAIRO_EXTEND_PAD)
    cairo_rectangle(pen, 0, 0, Double(picture.width), Double(picture.height))
    cairo_fill(pen)
    cairo_restore(pen)
  }
}

/// Bytes that a C function writes.
final class ByteBox {
  var bytes: [UInt8] = []
}

/// Takes what cairo writes (`cairo_write_func_t`).
private func appendBytes(
  _ box: UnsafeMutableRawPointer?, _ data: UnsafePointer<UInt8>?, _ count: UInt32
) -> cairo_status_t {
  guard let box, let data else { return CAIRO_STATUS_WRITE_ERROR }
  Unmanaged<ByteBox>.fromOpaque(box).takeUnretainedValue().bytes
    .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
  return CAIRO_STATUS_SUCCESS
}
