/// How long the controller needs for what it is told.
///
/// Source: HD44780U datasheet, table 6 (execution times at 270 kHz) and figure 24 (4-bit initialisation). R/W
/// is tied to ground, because a controller at 5 V would drive 5 V into a GPIO line: the busy flag cannot be
/// read and every wait is the longest one.
package struct HD44780Timing: Hashable, Sendable {
    /// From 2.7 V of supply on to the first instruction.
    ///
    /// Not the oscillator's business, so never stretched.
    package let powerUp = Duration.milliseconds(40)
    /// After the first nibble 3 of an initialisation.
    package let firstReset: Duration
    /// After the second and the third.
    package let laterReset: Duration
    /// Every other instruction but `home`.
    package let execution: Duration
    /// A byte of data: execution, and 4 µs until the address has gone along.
    package let data: Duration
    package let home: Duration

    /// `slow` triples the times, for clones whose oscillator runs slower than the datasheet's.
    package init(slow: Bool = false) {
        let factor = slow ? 3 : 1
        firstReset = .microseconds(4_100 * factor)
        laterReset = .microseconds(100 * factor)
        execution = .microseconds(37 * factor)
        data = .microseconds(41 * factor)
        home = .microseconds(1_520 * factor)
    }
}
