import Core
import WatchpostModel

extension RealmView {
    /// A realm of which history asks no more than its key and its state.
    init(bare slug: String, of source: RealmFeed, _ state: RealmState) {
        self.init(
            key: RealmKey(source: source, slug: slug),
            name: LocalizedName(plain: slug),
            category: LocalizedName(plain: ""),
            connectedRealm: 1,
            state: state,
            since: nil,
            population: .unknown,
            hasQueue: false,
            isLocked: false,
            timezone: "",
            type: ""
        )
    }
}
