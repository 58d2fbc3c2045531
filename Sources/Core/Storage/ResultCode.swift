/// A result code of SQLite, as listed at sqlite.org/rescode.html; extended codes carry the primary one in the low byte.
package struct ResultCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The kind of failure without its details: `SQLITE_IOERR` for `SQLITE_IOERR_FSYNC`.
    package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    package static let error = ResultCode(rawValue: 1)
    package static let busy = ResultCode(rawValue: 5)
    package static let readOnly = ResultCode(rawValue: 8)
    /// It was told to stop.
    package static let interrupt = ResultCode(rawValue: 9)
    package static let ioError = ResultCode(rawValue: 10)
    package static let corrupt = ResultCode(rawValue: 11)
    package static let full = ResultCode(rawValue: 13)
    package static let cannotOpen = ResultCode(rawValue: 14)
    package static let tooBig = ResultCode(rawValue: 18)
    /// A stored value is not of the type that was asked for.
    package static let mismatch = ResultCode(rawValue: 20)
    /// The database was used after it had been closed.
    package static let misuse = ResultCode(rawValue: 21)
    package static let notADatabase = ResultCode(rawValue: 26)

    /// Whether the file itself is broken, so that trying again is of no use.
    package var isDamage: Bool { primary == .corrupt || primary == .notADatabase }

    /// Whether the disk is to blame, or who else uses the file, and not what was asked for.
    package var isOfDisk: Bool {
        switch primary {
        case .full, .readOnly, .ioError, .cannotOpen, .busy: true
        default: isDamage
        }
    }
}
