/// The five regions in which Blizzard runs World of Warcraft, each with hosts and namespaces of its own.
public enum Region: String, CaseIterable, Codable, Hashable, Comparable, Sendable {
    /// Americas and Oceania.
    case us
    /// Europe.
    case eu
    /// Korea.
    case kr
    /// Taiwan.
    case tw
    /// Mainland China.
    case cn

    /// The name that people read.
    public var name: String {
        switch self {
        case .us: "Americas & Oceania"
        case .eu: "Europe"
        case .kr: "Korea"
        case .tw: "Taiwan"
        case .cn: "China"
        }
    }

    /// Regions order as they are declared, the way players list them.
    public static func < (left: Region, right: Region) -> Bool {
        left.order < right.order
    }

    private var order: Int { Region.allCases.firstIndex(of: self) ?? 0 }
}
