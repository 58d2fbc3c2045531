import Foundation
import Testing

@testable import Appliance

@Suite("The app's files")
struct AppFilesTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../Sources/Appliance/Web").standardized

    @Test("every file of the folder is part of the executable, byte for byte")
    func complete() throws {
        let folder = AppFilesTests.folder.appendingPathComponent("app")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(PageFiles.appFiles.map(\.name).sorted() == names.sorted())
        for (name, bytes) in PageFiles.appFiles {
            let file = try Data(contentsOf: folder.appendingPathComponent(name))
            #expect(Array(file) == bytes, "\(name)")
        }
    }

    @Test("the worker alone may leave its folder, and its bytes change with any file")
    func worker() throws {
        let assets = PageFiles.assets
        let worker = try #require(assets["app/worker.js"])
        #expect(worker.headers.contains { $0.name == "Service-Worker-Allowed" && $0.value == "/" })
        let others = assets.filter { $0.key != "app/worker.js" }
        #expect(!others.values.contains { $0.headers.contains { $0.name == "Service-Worker-Allowed" } })
        let text = String(decoding: worker.bytes, as: UTF8.self)
        #expect(!text.contains("\"development\""))
        #expect(text.contains("const version = \""))
    }

    @Test("every code of a refusal is explained to authors of apps, and has words in ours")
    func codes() throws {
        let protocolPage = try text("../../../docs/protocol.md")
        let table = try #require(protocolPage.components(separatedBy: "### The codes").last)
        let explained = table.components(separatedBy: "## 1.")[0]
        let reasons = try text("app/reasons.js")
        let words = try text("app/wordscodes.js")
        for code in ProblemCode.allCases.map(\.rawValue) {
            #expect(explained.contains("`\(code)`"), "docs/protocol.md lacks \(code)")
            #expect(reasons.contains("\"\(code)\""), "reasons.js lacks \(code)")
            #expect(words.contains("\"code.\(code)\""), "wordscodes.js lacks \(code)")
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: AppFilesTests.folder.appendingPathComponent(path), encoding: .utf8)
    }

    @Test(
        "pages come with a policy that lets in nothing from elsewhere",
        arguments: ["index.html", "app/app.html", "app/realm.html"]
    )
    func policy(name: String) throws {
        let page = try #require(PageFiles.assets[name])
        let policy = try #require(page.headers.first { $0.name == "Content-Security-Policy" })
        #expect(policy.value.hasPrefix("default-src 'none'"))
        #expect(!policy.value.contains("unsafe"))
    }
}
