// Signatures of results. Whoever can read a game finds its key there: they stop casual forging, and nothing else.

const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The field Watchpost-Signature (docs/protocol.md, section 11); `at` is when it is sent, in milliseconds since 1970. */
export async function signatureOf({ key, version }, { method, path, install, at, body, idempotencyKey = "" }) {
    const { subtle } = crypto;
    if (!subtle) throw new Error("only https pages and localhost can sign results");
    const seconds = Math.floor(at / 1000);
    const lines = [method, path, install, seconds, idempotencyKey, hex(await subtle.digest("SHA-256", bytes(body)))];
    const secret = await subtle.importKey("raw", bytes(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return `v=${version},t=${seconds},s=${hex(await subtle.sign("HMAC", secret, bytes(lines.join("\n"))))}`;
}
