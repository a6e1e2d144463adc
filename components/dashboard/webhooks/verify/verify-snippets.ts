/** Code that tells whether a webhook is genuine, by language. Each works on the raw bytes of the body. */
export interface Snippet {
  language: string;
  name: string;
  code: string;
}

/** `headerPrefix` as in `x-service-`: the word is the operator's. */
export function verifySnippets(headerPrefix: string): Snippet[] {
  const header = `${headerPrefix}signature`;
  return [
    {
      language: "js",
      name: "Node.js",
      code: `import { createHmac, timingSafeEqual } from "node:crypto";

// rawBody: the Buffer as received, before any JSON parser.
// signature: the header ${header}. secret: the 64 characters shown once.
export function isGenuine(rawBody, signature, secret) {
  const expected = createHmac("sha256", secret).update(rawBody).digest();
  const given = Buffer.from(String(signature), "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
    },
    {
      language: "python",
      name: "Python",
      code: `import hashlib
import hmac

# raw_body: the bytes as received, before any JSON parser.
# signature: the header ${header}. secret: the 64 characters shown once.
def is_genuine(raw_body: bytes, signature: str, secret: str) -> bool:
    expected = hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature)`,
    },
    {
      language: "php",
      name: "PHP",
      code: `<?php
// $rawBody: file_get_contents('php://input'), before json_decode.
// $signature: the header ${header}. $secret: the 64 characters shown once.
function isGenuine(string $rawBody, string $signature, string $secret): bool
{
    return hash_equals(hash_hmac('sha256', $rawBody, $secret), $signature);
}`,
    },
    {
      language: "go",
      name: "Go",
      code: `package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// IsGenuine takes the body as received, before any JSON decoder, the header
// ${header} and the 64 characters that were shown once.
func IsGenuine(rawBody []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(rawBody)
	given, err := hex.DecodeString(signature)
	return err == nil && hmac.Equal(mac.Sum(nil), given)
}`,
    },
  ];
}
