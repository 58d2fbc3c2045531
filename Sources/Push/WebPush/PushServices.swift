/// A push service that browsers use, and where it is written that they do.
///
/// What is not in this table is told to the owner by name, who can name it in `hosts` of `[push.web]`: `android.googleapis.com` of the years
/// before VAPID, services of test channels that somebody switched to by hand, and UnifiedPush, whose servers are anybody's.
package struct PushService: Hashable, Sendable {
    /// In lower case.
    package let host: String
    /// Whether hosts below it are the service's, too.
    package let hasHostsBelow: Bool
    /// Whose browsers are given addresses there.
    package let browsers: String
    /// Who says so.
    package let source: String

    /// Whether an address at `name`, in lower case, is one of this service.
    package func serves(_ name: String) -> Bool {
        name == host || hasHostsBelow && name.hasSuffix(".\(host)")
    }

    /// All that browsers of today use.
    package static let known = [
        PushService(
            host: "push.apple.com",
            hasHostsBelow: true,
            browsers: "Safari, and what is on the Home Screen of an iPhone or iPad",
            source: "Apple, “Sending web push notifications in web apps and browsers”"
        ),
        PushService(
            host: "fcm.googleapis.com",
            hasHostsBelow: false,
            browsers: "Chrome, and Chromium's other browsers that call themselves stable: Edge on Android, "
                + "Samsung Internet, Opera, Vivaldi, Brave",
            source: "Chromium, push_messaging_constants.cc: kPushMessagingGcmEndpoint, "
                + "kPushMessagingWebpushEndpoint"
        ),
        PushService(
            host: "jmt17.google.com",
            hasHostsBelow: false,
            browsers:
                "Chrome Beta, Dev and Canary, and every Chromium without a brand, as Debian and Raspberry "
                + "Pi OS have it",
            source: "Chromium, push_messaging_constants.cc: kPushMessagingStagingGcmEndpoint; "
                + "push_messaging_utils.cc takes it for every channel but Stable"
        ),
        PushService(
            host: "push.services.mozilla.com",
            hasHostsBelow: true,
            browsers: "Firefox",
            source: "Mozilla, README of autopush-rs: the default of dom.push.serverURL"
        ),
        PushService(
            host: "notify.windows.com",
            hasHostsBelow: true,
            browsers: "Edge on Windows",
            source:
                "Microsoft, “Windows Push Notification Services (WNS) overview”: channel URIs are always of "
                + "this domain"
        ),
    ]
}
