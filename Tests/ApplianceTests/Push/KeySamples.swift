/// Private keys; the appliance cannot use most of them.
///
/// Made for these tests; they open nothing.
enum KeySamples {
    /// One as Apple hands them out.
    static let p256 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpEIe9cL/zx4YfHZu
        xov9FgTmud5BgGCacNscqqmSJ+OhRANCAATWKu6IJ/04ka+t4Ha9c56ZEpsX/zyk
        D3LE3YZI8Vc7rxtIPoQWL3gndDuGEljfc9vtGrd7N4EKBSNaRIHJG8Wx
        -----END PRIVATE KEY-----
        """

    /// On another curve.
    static let p384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDD4Lzrijmv2PHiYqZyG
        RCKZFw23QdQl5KLwOaBUr5HjoXjm2kPc4Z6hdNVsJb51H6ahZANiAASDoEcn7owZ
        VGG3OzMerRTYpm8fY+RF0ZqPBAxvyAXizt0H8hKxAmYJKLX40B7m9G9ldyOpE7kC
        GwOFWaeQmtzs8IaVWrGft63P6h/BT6Mh5rl0hee86OHrYJ7D1IfZwcw=
        -----END PRIVATE KEY-----
        """

    /// Of another kind.
    static let ed25519 = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJIOa0nQ9Wq4WIbL225GUwFCo+2gnxlI3IEmiT0/55e2
        -----END PRIVATE KEY-----
        """

    /// On P-256, with a password.
    static let encrypted = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBDAlW3E0hM4uJSRdD53
        6BOYAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQVtS7dPgQ/YhFZ8xa
        Bh+WVASBkCO+UKsHa4QuA4HkHwRKuIpxAUdfPDXWqQFdwTR27G58U77kNiIdgZ0C
        MpA9+LuIyyDOmI8wSVpw+CyQotwyAj4mgaK7X3vmZIvFo7DL5jB8f+yYfsbGutwV
        BbEw+wN7EcMQI/L92zm1ywHoLtWTIqgKe9Un2Fo21MJCfYfEfwTM5lRdGmsED3jZ
        0nY7Ns8r6A==
        -----END ENCRYPTED PRIVATE KEY-----
        """
}
