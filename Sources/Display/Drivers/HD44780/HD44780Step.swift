/// What happens on the controller's pins, in order.
package enum HD44780Step: Hashable, Sendable {
    /// Which of its registers takes what is sent: the level of RS.
    package enum Register: Hashable, Sendable {
        /// RS low.
        case instruction
        /// RS high.
        case data
    }

    /// D7...D4 take the four low bits, once: half a byte, or a whole one while the controller expects eight.
    case nibble(UInt8, Register)
    /// Two nibbles, the high one first.
    case byte(UInt8, Register)
    /// At least this long between the fall of E before and the rise of E after.
    case wait(Duration)
}
