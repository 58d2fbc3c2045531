import SystemSupport

/// What sections need beside their table while a configuration is read: the world, as values.
struct LoadContext {
    let environment: ConfigurationEnvironment
    let readSecret: SecretReader
    /// Things that are allowed and unwise.
    let warnings: ProblemList

    /// The client that a table names; nil when it names none or something is wrong with it, which is reported.
    ///
    /// `defaultName` is the systemd credential that holds the secret when no file is named.
    func credentials(_ reader: TableReader, defaultName: String) -> ClientCredentials? {
        let idKey = CredentialKeys.clientID(absent: "")
        let fileKey = CredentialKeys.secretFile(absent: "")
        let id = reader.value(idKey)
        let file = reader.value(fileKey)
        guard let id else {
            if !reader.has(idKey.name), file != nil {
                reader.refuse(
                    fileKey.name,
                    "has no client_id beside it",
                    remedy: "add client_id, or remove it"
                )
            }
            return nil
        }
        guard file != nil || !reader.has(fileKey.name) else { return nil }
        guard let path = file ?? environment.credentialsDirectory.map({ "\($0)/\(defaultName)" }) else {
            reader.refuse(
                idKey.name,
                "has no secret beside it",
                remedy: "set client_secret_file, or give the service the systemd credential \(defaultName)"
            )
            return nil
        }
        let key = file == nil ? idKey.name : fileKey.name
        let secret = secret(at: path, reader, key: key, isPlaced: file == nil)
        return secret.map { ClientCredentials(id: id, secret: $0) }
    }

    /// The secret in a file.
    ///
    /// `isPlaced`: no setting names the file. An empty one is then not a mistake but waits for its secret, and
    /// the appliance starts and says that it is not set up.
    private func secret(at path: String, _ reader: TableReader, key: String, isPlaced: Bool) -> Secret? {
        let shown = TOMLNode.printable(path, limit: 200)
        do throws(FileError) {
            let file = try readSecret(path)
            // A placed one lies in a folder that only the service can enter; systemd's own mode has a group bit.
            if file.isExposed, !isPlaced {
                warn(reader, key, "other users of this machine can read \(shown)", remedy: "chmod 600 it")
            }
            return file.secret
        } catch SecretFile.empty where isPlaced {
            let name = path.split(separator: "/").last ?? ""
            let place = "\(ConfigurationEnvironment.credentialsFolder)/\(name)"
            warn(
                reader,
                key,
                "its secret, \(shown), is empty, and so Battle.net is not asked",
                remedy: "write it into \(place), and restart the service"
            )
            return nil
        } catch {
            reader.refuse(key, "the secret in \(shown) cannot be used: \(error.reason)", remedy: error.remedy)
            return nil
        }
    }

    /// Notes something that is allowed and unwise.
    func warn(_ reader: TableReader, _ key: String, _ reason: String, remedy: String) {
        warnings.add(
            ConfigurationProblem(
                place: reader.place(of: key),
                key: reader.path.isEmpty ? key : "\(reader.path).\(key)",
                reason: reason,
                remedy: remedy
            )
        )
    }
}
