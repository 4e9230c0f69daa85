/// The classes whose objects have a plain value: a fixed table, so that an archive chooses nothing but a row of it.
enum ArchivedClass {
  case string
  case data
  case date
  case null
  case array
  case set
  case dictionary

  /// The row of a class name.
  init?(_ name: String) {
    switch name {
    case "NSString", "NSMutableString": self = .string
    case "NSData", "NSMutableData": self = .data
    case "NSDate": self = .date
    case "NSNull": self = .null
    case "NSArray", "NSMutableArray": self = .array
    case "NSSet", "NSMutableSet": self = .set
    case "NSDictionary", "NSMutableDictionary": self = .dictionary
    default: return nil
    }
  }

  /// The name under which such an object is written.
  var name: String {
    switch self {
    case .string: "NSString"
    case .data: "NSData"
    case .date: "NSDate"
    case .null: "NSNull"
    case .array: "NSArray"
    case .set: "NSSet"
    case .dictionary: "NSDictionary"
    }
  }
}
