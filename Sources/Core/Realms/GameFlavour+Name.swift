extension GameFlavour {
    /// The flavour called `name`; nil when that is no name for one: 1 to 24 of `a-z`, `0-9` and hyphens.
    package init?(named name: String) {
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isName, (1...24).contains(name.utf8.count) else { return nil }
        self.init(name)
    }
}
