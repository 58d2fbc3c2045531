/// Something with a character display at its end.
///
/// For one thread, which a call holds for as long as the bus takes: a repaint is some ten milliseconds, an
/// initialisation some more. After an error nothing is known of the display; the next batch begins with `initialise`,
/// upon which a driver opens its bus or lines anew.
package protocol CharacterDisplayDriver: AnyObject {
    func perform(_ operations: [DisplayOperation]) throws(HardwareError)
}
