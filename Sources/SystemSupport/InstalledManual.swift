import Glibc

/// The pages that messages name: those that the package holds, where it is installed, else those of the project.
package struct InstalledManual: Sendable {
    private let folder: String

    /// `folder`: where the package has its pages.
    package init(folder: String = "/usr/share/doc/watchpost") {
        self.folder = folder
    }

    /// The page with the wires and its pictures.
    package var wires: String { installed("hardware.md") ?? "docs/hardware.md" }

    /// How to get an API client; the package has no page of that, but one of the settings.
    package var client: String {
        isInstalled
            ? "make one at https://develop.battle.net/access/clients, its client_id belongs into [battlenet] "
                + "(man watchpost.toml), its secret into /etc/watchpost/credentials/battlenet-client-secret"
            : "docs/install.md, step 3"
    }

    /// What each setting means.
    package var settings: String { isInstalled ? "man watchpost.toml" : "docs/configuration.md" }

    /// The page with the wires is in every package.
    private var isInstalled: Bool { installed("hardware.md") != nil }

    private func installed(_ page: String) -> String? {
        let path = "\(folder)/\(page)"
        return access(path, F_OK) == 0 ? path : nil
    }
}
