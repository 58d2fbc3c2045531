import CCurl
import Core
import SystemSupport
import Transfers

/// How letters leave: by SMTP, over a ``TransferLoop`` of its own.
///
/// Of its own, because libcurl waits on the loop's thread while a server thinks about a letter: pushes and polls do not.
final class MailDoor: Sendable {
    private let loop: TransferLoop<SingleTransfers>
    private let settings: MailSettings

    /// For one whole letter: connection, TLS, letter and answer.
    private static let timeout = Duration.seconds(60)
    /// For each answer of the server, in seconds.
    private static let patience = 30

    init(_ settings: MailSettings) {
        self.settings = settings
        loop = TransferLoop(MailDoor.policy(settings)) { SingleTransfers() }
    }

    private static func policy(_ settings: MailSettings) -> TransferPolicy {
        // CURLUSESSL_ALL and CURLUSESSL_NONE: an enumeration in older headers of libcurl, numbers in newer ones.
        let encryption = settings.isEncrypted ? 3 : 0
        var policy = TransferPolicy(
            numbers: [
                (CURLOPT_USE_SSL, encryption),
                (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
                (CURLOPT_SERVER_RESPONSE_TIMEOUT, patience), (CURLOPT_FORBID_REUSE, 1),
            ],
            texts: [(CURLOPT_PROTOCOLS_STR, "smtp,smtps"), (CURLOPT_PROXY, "")]
        )
        if let certificates = settings.certificates { policy.texts.append((CURLOPT_CAINFO, certificates)) }
        return policy
    }

    /// Hands a letter over, once, on a connection of its own.
    func send(_ letter: Letter) async -> TransferEnd {
        // By the path the server is told who greets it.
        let host = letter.from.split(separator: "@").last ?? "localhost"
        var transfer = TransferRequest(
            url: "\(settings.server)/\(host)",
            timeout: MailDoor.timeout,
            bodyLimit: 4_096
        )
        transfer.connectTimeout = .seconds(20)
        transfer.credentials = settings.login.map { "\($0.user):\($0.password.exposed)" }
        transfer.envelope = TransferRequest.Envelope(from: letter.from, to: letter.to)
        transfer.body = letter.bytes
        transfer.wantsNewConnection = true
        return await loop.send(transfer)
    }

    /// Ends what is on its way, as far as that can be ended, and the thread.
    func close() { loop.close() }
}
