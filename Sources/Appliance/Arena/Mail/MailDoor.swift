import CCurl
import SystemSupport
import Transfers

/// How letters leave: by SMTP, over a ``TransferLoop`` of its own.
///
/// Of its own, because libcurl waits on the loop's thread while a server thinks about a letter: pushes and polls do not.
final class MailDoor: Sendable {
    private let loop: TransferLoop<SingleTransfers>
    private let section: MailSection

    /// For one whole letter: connection, TLS, letter and answer.
    private static let timeout = Duration.seconds(60)
    /// For each answer of the server, in seconds.
    private static let patience = 30

    init(_ section: MailSection) {
        self.section = section
        loop = TransferLoop(MailDoor.policy(section)) { SingleTransfers() }
    }

    private static func policy(_ section: MailSection) -> TransferPolicy {
        // CURLUSESSL_ALL and CURLUSESSL_NONE: an enumeration in older headers of libcurl, numbers in newer ones.
        let encryption = section.isEncrypted ? 3 : 0
        var policy = TransferPolicy(
            numbers: [
                (CURLOPT_USE_SSL, encryption),
                (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
                (CURLOPT_SERVER_RESPONSE_TIMEOUT, patience), (CURLOPT_FORBID_REUSE, 1),
            ],
            texts: [(CURLOPT_PROTOCOLS_STR, "smtp,smtps"), (CURLOPT_PROXY, "")]
        )
        if let certificates = section.certificates { policy.texts.append((CURLOPT_CAINFO, certificates)) }
        return policy
    }

    /// Hands a letter over, once, on a connection of its own.
    func send(_ letter: Letter) async -> TransferEnd {
        // By the path the server is told who greets it.
        let host = letter.from.split(separator: "@").last ?? "localhost"
        var transfer = TransferRequest(
            url: "\(section.server.text)/\(host)",
            timeout: MailDoor.timeout,
            bodyLimit: 4_096
        )
        transfer.connectTimeout = .seconds(20)
        transfer.credentials = section.login.map { "\($0.user):\($0.password.exposed)" }
        transfer.envelope = TransferRequest.Envelope(from: letter.from, to: letter.to)
        transfer.body = letter.bytes
        transfer.wantsNewConnection = true
        return await loop.send(transfer)
    }

    /// Ends what is on its way, as far as that can be ended, and the thread.
    func close() { loop.close() }
}
