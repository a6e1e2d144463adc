/** Code that tells a genuine event from a forged one. `header` is the name of the header with the signature. */
export function verifyCode(header: string): { language: string; code: string }[] {
  return [
    { language: "TypeScript", code: typescript(header) },
    { language: "Python", code: python(header) },
    { language: "Shell", code: shell(header) },
  ];
}

function typescript(header: string): string {
  return `import { createHmac, timingSafeEqual } from "node:crypto";

/** \`rawBody\` holds the bytes as they came, \`signature\` is the header ${header}. */
export function isGenuine(rawBody: Uint8Array, signature: string, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(rawBody).digest();
  const given = Buffer.from(signature, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}`;
}

function python(header: string): string {
  return `import hashlib
import hmac


def is_genuine(raw_body: bytes, signature: str, secret: str) -> bool:
    """raw_body holds the bytes as they came, signature is the header ${header}."""
    expected = hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())`;
}

/** For a look by hand at an event that was saved to a file. */
function shell(header: string): string {
  return `# Prints what ${header} has to be.
openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" body.json | sed 's/.*= //'`;
}
