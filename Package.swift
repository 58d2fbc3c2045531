// swift-tools-version: 6.0
import PackageDescription

/// Settings of every Swift target: the strict ones that Swift 6.0 already knows.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A wrapper of one C library: a module map, a header and only such functions as Swift cannot call itself.
///
/// In releases with the C library's checks of sizes (`_FORTIFY_SOURCE`, feature_test_macros(7)).
func library(_ name: String, links libraries: String...) -> Target {
    .target(
        name: name,
        path: "Sources/CLibraries/\(name)",
        cSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))],
        cxxSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))],
        linkerSettings: libraries.map { .linkedLibrary($0) }
    )
}

let package = Package(
    name: "watchpost",
    // For apps, which use the two libraries: what those call exists on these. The appliance itself runs on Linux.
    platforms: [.iOS(.v15), .macOS(.v12), .watchOS(.v8)],
    products: [
        .executable(name: "watchpost", targets: ["Appliance"]),
        .library(name: "WatchpostModel", targets: ["WatchpostModel"]),
        .library(name: "WatchpostClient", targets: ["WatchpostClient"]),
    ],
    targets: [
        library("CSQLite", links: "sqlite3"),
        library("CMicrohttpd", links: "microhttpd"),
        library("CCurl", links: "curl"),
        library("CCrypto", links: "crypto"),
        library("CCrypt", links: "crypt"),
        library("CZlib", links: "z"),
        library("CQREncode", links: "qrencode"),
        library("CTOML"),
        library("CSimdJSON", links: "simdjson"),
        library("CCivilTime", links: "cctz"),
        library("CUTF8Proc", links: "utf8proc"),
        library("CGpiod", links: "gpiod"),
        library("CI2C"),
        library("CLinux"),

        .target(name: "WatchpostModel", swiftSettings: strict),
        .target(name: "WatchpostClient", dependencies: ["WatchpostModel"], swiftSettings: strict),
        .target(name: "JSONReading", dependencies: ["CSimdJSON"], swiftSettings: strict),
        .target(
            name: "Core",
            dependencies: ["WatchpostModel", "CSQLite", "CCivilTime", "CUTF8Proc"],
            swiftSettings: strict
        ),
        .target(
            name: "Display",
            dependencies: ["Core", "WatchpostModel", "CGpiod", "CI2C"],
            swiftSettings: strict
        ),
        .target(
            name: "SystemSupport",
            dependencies: ["Core", "WatchpostModel", "CCrypto", "CCrypt", "CLinux"],
            swiftSettings: strict
        ),
        .target(name: "Transfers", dependencies: ["Core", "SystemSupport", "CCurl"], swiftSettings: strict),
        .target(
            name: "Push",
            dependencies: [
                "Core", "JSONReading", "SystemSupport", "Transfers", "WatchpostModel", "CCurl", "CCrypto",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Serving",
            dependencies: [
                "Core", "JSONReading", "SystemSupport", "WatchpostModel", "CMicrohttpd", "CZlib", "CLinux",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Arena",
            dependencies: [
                "Core", "Display", "JSONReading", "Serving", "SystemSupport", "Transfers", "WatchpostModel",
                "CCurl", "CUTF8Proc",
            ],
            swiftSettings: strict,
            plugins: ["EmbedFiles"]
        ),
        .executableTarget(
            name: "Appliance",
            dependencies: [
                "Arena", "Core", "Display", "JSONReading", "Push", "Serving", "SystemSupport", "Transfers",
                "WatchpostModel",
                "CMicrohttpd", "CCurl", "CCrypto", "CZlib", "CQREncode", "CTOML", "CLinux",
            ],
            swiftSettings: strict,
            plugins: ["EmbedFiles"]
        ),

        .plugin(
            name: "EmbedFiles",
            capability: .buildTool(),
            exclude: ["embed.sh", "bundle.sh", "bundle.awk", "modules.js"]
        ),

        .target(
            name: "TestSupport",
            dependencies: ["WatchpostModel"],
            path: "Tests/Support",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ModelTests",
            dependencies: ["WatchpostModel", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ClientTests",
            dependencies: ["WatchpostClient", "WatchpostModel", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "JSONReadingTests",
            dependencies: ["JSONReading", "TestSupport"],
            swiftSettings: strict
        ),
        .target(
            name: "CoreSupport",
            dependencies: ["Core", "TestSupport", "WatchpostModel"],
            path: "Tests/CoreSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CoreTests",
            dependencies: ["Core", "CoreSupport", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ArenaTests",
            dependencies: [
                "Arena", "Core", "CoreSupport", "Serving", "SystemSupport", "TestSupport", "WatchpostModel",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DisplayTests",
            dependencies: ["Display", "Core", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ApplianceTests",
            dependencies: [
                "Appliance", "Arena", "Core", "JSONReading", "Push", "Serving", "SystemSupport",
                "TestSupport",
                "Transfers", "WatchpostModel", "CCrypto", "CCurl", "CTOML",
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
