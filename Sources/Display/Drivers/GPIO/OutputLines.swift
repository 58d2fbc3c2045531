/// Lines of one request, all outputs; bit i of a mask is line i of the request.
///
/// Levels are logical: what "on" means for a line was said when it was requested. For one thread. The lines are given
/// back when the object goes.
package protocol OutputLines: AnyObject {
    /// Drives the lines in `mask` together, as far as the chip can; the others keep their levels.
    func set(_ levels: UInt32, mask: UInt32) throws(HardwareError)
}
