package import WatchpostModel

extension WishListBody {
    /// Stored wishes of a region, as the API gives them.
    package init(_ region: Region, _ wishes: [RealmWish]) {
        self.init(
            region: region,
            realms: wishes.map {
                RealmWishBody(
                    id: $0.realm,
                    tellOnce: $0.tellOnce,
                    urgent: $0.isUrgent,
                    mutedUntil: $0.mutedUntil
                )
            }
        )
    }
}
