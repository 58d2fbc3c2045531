import CCrypto
package import Core
import Glibc

/// SHA-256 of a file of any size, read piece by piece; blocks.
package enum FileDigest {
    /// Why a file cannot be read; named, because the compiler does not count a thrown type as a use of its module.
    package typealias Refusal = SystemRefusal

    /// The 32 bytes of the digest; a link is not followed.
    package static func sha256(of path: String) throws(Refusal) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw SystemRefusal("open", path) }
        defer { close(descriptor) }
        return try sha256(of: descriptor, path)
    }

    /// Of what an open file holds from here on; `path` is for the error.
    package static func sha256(of descriptor: Int32, _ path: String) throws(Refusal) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        precondition(EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1, "libcrypto cannot compute SHA-256")
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SystemRefusal("read", path) }
            if count == 0 { break }
            precondition(EVP_DigestUpdate(context, buffer, count) == 1, "libcrypto cannot compute SHA-256")
        }
        var digest = [UInt8](repeating: 0, count: 32)
        precondition(EVP_DigestFinal_ex(context, &digest, nil) == 1, "libcrypto cannot compute SHA-256")
        return digest
    }
}
