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

/// The status page's files, which become part of the executable.
let pageFiles = [
    "box.css", "contours.js", "daystrip.js", "dom.js", "favicon.svg", "flavour.js",
    "freshness.js", "glyphs.js", "history.js", "icons.js", "index.html", "lamps.js", "latest.js",
    "lcd.js", "lists.css", "live.js", "locale.js", "rotationcard.js", "mode.js", "net.js", "panel.js",
    "places.js", "realmlist.js", "regions.js", "rotations.js", "section.js", "sharedwords.js",
    "status.css", "table.css", "time.js", "tokens.css", "trouble.js", "verdict.js",
    "watchpost.css", "watchpost.js", "words.js",
]

/// The installable app's files, in a folder of their own.
let appFiles = [
    "alertform.js", "alerts.js", "allrealms.js", "app.css", "app.html", "app.js", "arrive.js", "ask.js",
    "badge-96.png", "boxform.js", "boxsettings.js", "daybar.js", "deadnotices.js", "detail.js", "device.js",
    "devices.js", "forms.css", "groups.js", "icon-192.png", "icon-512.png", "icon-maskable-512.png",
    "icon-maskable.svg", "identity.js", "language.js", "linking.js", "mapcard.js", "maps.css", "maps.js",
    "neighbours.js", "notices.js", "notify.js", "pairing.js", "parts.js", "past.js", "phone.js", "pull.js",
    "quiet.js", "realm.css", "realm.html", "realmcard.js", "realmchoices.js", "realmmenu.js",
    "realmview.js", "reasons.js", "regionsheet.js", "revoked.js", "route.js", "rows.css", "rows.js",
    "settings.js", "shell.js", "signs.js", "slotalerts.js", "status.js", "tabs.js", "told.js",
    "touch-icon-180.png", "watched.js", "watching.js", "watchpost.pl.webmanifest", "watchpost.webmanifest",
    "whole.js", "wishes.js", "wordsbox.js", "wordscodes.js", "wordsmaps.js", "wordsrealms.js",
    "wordsscreens.js", "wordssettings.js", "wordsworker.js", "worker.js",
]

/// The description of the API, a part for each feature.
let openAPIParts = [
    "common", "realms", "rotations", "panel", "events", "legacy", "service", "pages", "devices", "watching",
    "notices",
    "administration", "settings",
]

let package = Package(
    name: "watchpost",
    products: [
        .executable(name: "watchpost", targets: ["Appliance"]),
        .library(name: "WatchpostModel", targets: ["WatchpostModel"]),
    ],
    targets: [
        library("CSQLite", links: "sqlite3"),
        library("CMicrohttpd", links: "microhttpd"),
        library("CCurl", links: "curl"),
        library("CCrypto", links: "crypto"),
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
        .executableTarget(
            name: "Appliance",
            dependencies: [
                "Core", "Display", "JSONReading", "WatchpostModel",
                "CMicrohttpd", "CCurl", "CCrypto", "CZlib", "CQREncode", "CTOML", "CLinux",
            ],
            resources: [
                .embedInCode("Configuration/schedule.toml")
            ] + openAPIParts.map { .embedInCode("API/OpenAPI/\($0).json") }
                + pageFiles.map { .embedInCode("Web/\($0)") }
                + appFiles.map { .embedInCode("Web/app/\($0)") },
            swiftSettings: strict
        ),

        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strict),
        .testTarget(
            name: "ModelTests",
            dependencies: ["WatchpostModel", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "JSONReadingTests",
            dependencies: ["JSONReading", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(name: "CoreTests", dependencies: ["Core", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "DisplayTests",
            dependencies: ["Display", "Core", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ApplianceTests",
            dependencies: ["Appliance", "Core", "JSONReading", "TestSupport", "WatchpostModel", "CTOML"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
