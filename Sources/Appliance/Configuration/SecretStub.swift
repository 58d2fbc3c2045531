/// A secret text that no log and no error message can show by accident.
struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    let text: String
    var description: String { "•••" }
    var debugDescription: String { "•••" }
}
