package import WatchpostModel

/// Shows and hides a code that proves that its reader is at the box, as its rule decides; tells where it is to be read.
package struct CodeOutlet: Sendable {
    /// Shows a code for so long, and says where; called again for one that is shown already.
    package var show: @Sendable (_ code: String, _ duration: Duration) -> PairingBody.Place
    /// The code is no longer of use.
    package var hide: @Sendable () -> Void

    package init(
        show: @escaping @Sendable (_ code: String, _ duration: Duration) -> PairingBody.Place,
        hide: @escaping @Sendable () -> Void
    ) {
        (self.show, self.hide) = (show, hide)
    }
}

/// A code that is shown.
package struct ShownCode: Hashable, Sendable {
    package let code: String
    package let lasts: Duration
    package let place: PairingBody.Place

    package init(code: String, lasts: Duration, place: PairingBody.Place) {
        (self.code, self.lasts, self.place) = (code, lasts, place)
    }
}
