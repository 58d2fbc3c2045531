/// Why the appliance cannot start, in a sentence with a remedy.
package struct StartFailure: Error, CustomStringConvertible {
    package var description: String
    /// The errno behind it, where there was one.
    package var code: Int32?

    package init(_ description: String, code: Int32? = nil) {
        self.description = description
        self.code = code
    }
}
