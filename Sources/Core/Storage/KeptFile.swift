/// A file of the state folder beside the databases that backups hold, such as a key.
///
/// It is made once and never changed after that: a backup reads it while the appliance works.
package struct KeptFile: Sendable {
    /// Of the file, such as `vapid.pem`.
    package let name: String
    /// Whether the file at a path is one; an unsound one of a backup is left out of its restore.
    ///
    /// Blocks.
    package let isSound: @Sendable (_ path: String) -> Bool
    /// What an unsound one is, and what it means for people that it was left out; follows “… in the backup”.
    package let refusal: String

    package init(
        _ name: String,
        refusal: String,
        isSound: @escaping @Sendable (_ path: String) -> Bool
    ) {
        self.name = name
        self.refusal = refusal
        self.isSound = isSound
    }
}
