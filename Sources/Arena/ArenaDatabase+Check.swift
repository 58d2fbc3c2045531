import WatchpostModel

extension ArenaDatabase {
    /// What a column may hold, as the conditions of its table say it; what is null passes all of them.
    enum Check {
        /// Instants that RFC 3339 can write: the years 0 to 9999.
        static let time = "BETWEEN \(UnixTime.writable.lowerBound) AND \(UnixTime.writable.upperBound)"
        /// Numbers of rows, and of what is counted up: JSON keeps them, and sums of some do not overflow.
        static let number = "BETWEEN 0 AND 9007199254740991"
        /// The same, from 1 on.
        static let count = "BETWEEN 1 AND 9007199254740991"
        /// What is made room for in memory, or gone through one by one.
        static let small = "BETWEEN 0 AND 1000000000"

        static func bytes(_ column: String, _ range: ClosedRange<Int>) -> String {
            "length(CAST(\(column) AS BLOB)) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
        }

        /// A code or a word of ours.
        static func word(_ column: String, _ range: ClosedRange<Int>) -> String {
            "\(bytes(column, range)) AND \(column) NOT GLOB '*[^A-Za-z0-9_-]*'"
        }

        /// Names in paths.
        static func slug(_ column: String) -> String {
            "\(bytes(column, 1...32)) AND \(column) NOT GLOB '*[^a-z0-9-]*'"
        }

        /// A number as text.
        static func decimal(_ column: String) -> String {
            "\(bytes(column, 1...20)) AND \(column) NOT GLOB '*[^0-9-]*'"
        }

        /// Words of people that stand on one line.
        static func line(_ column: String, _ range: ClosedRange<Int>) -> String {
            "\(text(column, range)) AND instr(\(column), char(10)) = 0"
        }

        /// Words of people: without signs that steer a terminal or turn the writing round (UAX #9).
        static func text(_ column: String, _ range: ClosedRange<Int>) -> String {
            let refused = [
                (1, 9), (11, 31), (0x7F, 0x9F), (0x200E, 0x200F), (0x202A, 0x202E), (0x2066, 0x2069),
            ]
            let signs = refused.map { "char(\($0.0)) || '-' || char(\($0.1))" }.joined(separator: " || ")
            return "\(bytes(column, range)) AND instr(CAST(\(column) AS BLOB), x'00') = 0 "
                + "AND \(column) NOT GLOB '*[' || \(signs) || ']*'"
        }

        static func link(_ column: String) -> String {
            "\(line(column, 9...200)) AND \(column) GLOB 'https://*'"
        }
    }
}
