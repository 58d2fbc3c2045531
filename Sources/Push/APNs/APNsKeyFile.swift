import SystemSupport

/// The key of the owner's Apple developer account, the file `AuthKey_….p8` as Apple hands it out.
package enum APNsKeyFile {
    /// Reads it; blocks.
    package static func read(_ path: String) throws(PushKeyError) -> P256PrivateKey {
        do throws(FileError) {
            let text = try SecretFile.read(path).secret.exposed
            do throws(CryptoFault) {
                return try P256PrivateKey(pem: text)
            } catch {
                throw FileError("\(error)", remedy: "give the AuthKey_….p8 file as Apple handed it out")
            }
        } catch {
            throw PushKeyError("the key for APNs, \(ConsoleText.line(path, atMost: 200))", error)
        }
    }
}
