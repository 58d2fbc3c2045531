import Core
import Foundation
import SystemSupport
import Testing

@testable import Appliance

@Suite("Pages that messages name")
struct InstalledManualTests {
    @Test("are the package's where it is installed, and else the project's")
    func places() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("manual-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let manual = InstalledManual(folder: folder.path)
        #expect(manual.wires == "docs/hardware.md" && manual.settings == "docs/configuration.md")
        #expect(manual.client == "docs/install.md, step 3")
        let page = folder.appendingPathComponent("hardware.md")
        try Data().write(to: page)
        #expect(manual.wires == page.path && manual.settings == "man watchpost.toml")
        #expect(manual.client.contains("man watchpost.toml"))
    }

    @Test("no message names a page of the project where the package is installed")
    func messages() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("manual-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appendingPathComponent("hardware.md"))
        let manual = InstalledManual(folder: folder.path)
        let refusals: [RequestPacer.Refusal] = [
            .forbidden(status: 403), .gone(status: 404), .tooMany, .unknownQuestion("PersistedQueryNotFound"),
        ]
        for refusal in refusals {
            let remedy = refusal.remedy(by: manual)
            #expect(!remedy.contains("docs/") && remedy.contains("man watchpost.toml"), "\(remedy)")
        }
        #expect(!SettingsReference.markdown().contains(" docs/"), "man watchpost.toml is made of it")
    }
}
