import CCurl
import Core
import Transfers

/// What the end of a transfer says of its letter.
///
/// Only two things prove that a letter did not arrive: that its last byte never left, or that the server refused it after it had
/// all. Whatever else happens after the last byte leaves it open.
struct MailVerdict: Hashable, Sendable {
    let end: LetterEnd
    /// Nothing else would leave now, either.
    let isOfServer: Bool
    /// For the log; names no address.
    let words: String

    init(_ transfer: TransferEnd) {
        let said = transfer.status
        let words = said > 0 ? "\(transfer.words) (\(said))" : transfer.words
        switch transfer.cause {
        case .complete: self.init(.accepted, words)
        case .unusable: self.init(.refused, words)
        case _ where transfer.wasHandedOver:
            switch said {
            case 400...499: self.init(.later, words)
            case 500...599: self.init(.refused, words)
            default: self.init(.unknown, words)
            }
        // The sender, the recipient or the letter itself was refused, by a server that knows us.
        case .failed(CURLE_SEND_ERROR) where (400...499).contains(said): self.init(.later, words)
        case .failed(CURLE_SEND_ERROR) where (500...599).contains(said): self.init(.refused, words)
        case .cancelled, .closed: self.init(.later, words)
        default: self.init(.later, words, isOfServer: true)
        }
    }

    private init(_ end: LetterEnd, _ words: String, isOfServer: Bool = false) {
        (self.end, self.words, self.isOfServer) = (end, words, isOfServer)
    }
}
