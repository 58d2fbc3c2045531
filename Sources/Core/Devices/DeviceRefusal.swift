/// Why a value that a phone sent is not stored, in words for the author of its app.
package struct DeviceRefusal: Error, Hashable, Sendable {
    package let words: String

    package init(_ words: String) {
        self.words = words
    }
}
