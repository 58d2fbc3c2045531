import CGpiod

/// Room for a name from the kernel.
package struct KernelName {
    var bytes = [CChar](repeating: 0, count: Int(CGPIOD_NAME_SIZE))

    var string: String { bytes.withUnsafeBytes { KernelName.string($0) } }

    /// The text up to its NUL, fit for a terminal.
    ///
    /// Drivers name lines as they like, and any program names itself as the holder of a line: damaged UTF-8 is
    /// repaired, and characters that steer a terminal or turn its text round are replaced.
    package static func string(_ bytes: UnsafeRawBufferPointer) -> String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).unicodeScalars {
            let steers = [.control, .format].contains(scalar.properties.generalCategory)
            text.append(steers ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }
}
