/// Makes a character display on wires do what the rules decided.
///
/// It blocks until the bus took everything, for tens of milliseconds, and belongs to one thread. After an
/// error nothing is known of the display: the next batch has to begin with `initialise`, and the driver opens
/// its hardware again for it, so that what was unplugged heals when it is plugged in again.
package protocol CharacterDisplayDriver: AnyObject {
    func perform(_ operations: [DisplayOperation]) throws(HardwareError)
}

extension [DisplayOperation] {
    /// What the batch does first to the backlight, if anything.
    ///
    /// Drivers do that before all else: the surge of switching is the very noise that an `initialise` in the
    /// same batch is there to heal, and a start in quiet hours does not flash.
    var firstBacklight: Bool? {
        for case .backlight(let isOn) in self { return isOn }
        return nil
    }
}
