import Glibc

/// Where the page with the wires and its pictures is.
enum HardwareManual {
    private static let installed = "/usr/share/doc/watchpost/hardware.md"

    /// The package's own, where it is installed, else that of the project.
    static var place: String { access(installed, F_OK) == 0 ? installed : "docs/hardware.md" }
}
