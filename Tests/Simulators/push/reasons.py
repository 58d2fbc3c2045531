"""What APNs answers with, as Apple documents it, and the tokens that make the stand-in answer so."""

from __future__ import annotations

REASONS: tuple[tuple[int, str], ...] = (
    (400, "BadCollapseId"),
    (400, "BadDeviceToken"),
    (400, "BadExpirationDate"),
    (400, "BadMessageId"),
    (400, "BadPriority"),
    (400, "BadTopic"),
    (400, "DeviceTokenNotForTopic"),
    (400, "DuplicateHeaders"),
    (400, "IdleTimeout"),
    (400, "InvalidPushType"),
    (400, "MissingDeviceToken"),
    (400, "MissingTopic"),
    (400, "PayloadEmpty"),
    (400, "TopicDisallowed"),
    (403, "BadCertificate"),
    (403, "BadCertificateEnvironment"),
    (403, "ExpiredProviderToken"),
    (403, "Forbidden"),
    (403, "InvalidProviderToken"),
    (403, "MissingProviderToken"),
    (403, "UnrelatedKeyIdInToken"),
    (403, "BadEnvironmentKeyIdInToken"),
    (403, "BadEnvironmentKeyInToken"),
    (404, "BadPath"),
    (405, "MethodNotAllowed"),
    (410, "ExpiredToken"),
    (410, "Unregistered"),
    (413, "PayloadTooLarge"),
    (429, "TooManyProviderTokenUpdates"),
    (429, "TooManyRequests"),
    (500, "InternalServerError"),
    (503, "ServiceUnavailable"),
    (503, "Shutdown"),
)

FAULT_PREFIX = "fa17"
SANDBOX_PREFIX = "5a"


def token_for(reason: str, number: int = 0) -> str:
    """A device token that is always answered with ``reason``; ``number`` tells phones apart."""
    index = [name for _, name in REASONS].index(reason)
    return f"{FAULT_PREFIX}{index:02x}{number:058x}"


def reason_of(token: str) -> tuple[int, str] | None:
    """The answer that a token asks for; none for every other token."""
    if not token.startswith(FAULT_PREFIX) or len(token) < 6:
        return None
    index = int(token[4:6], 16)
    return REASONS[index] if index < len(REASONS) else None


def belongs_to_sandbox(token: str) -> bool:
    """Whether the token is one of a development build."""
    return token.startswith(SANDBOX_PREFIX)
