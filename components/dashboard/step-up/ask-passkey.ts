import type { PasskeyAnswer } from "@/server/auth/passkeys/answers";
import type { Consent } from "@/server/auth/proofs/consent";
import type { PasskeyAsked } from "@/server/auth/proofs/schema";

/**
 * Has a passkey of the person sign what the page shows, at this page's own address. Throws an error in words where it did not,
 * also where the person said no, and where the service asks for anything else than is shown.
 */
export async function askPasskey(options: PasskeyAsked, consent: Consent): Promise<PasskeyAnswer> {
  // Loaded with the first use: most people confirm with a wallet.
  const [{ startAuthentication }, { consentHash }] = await Promise.all([
    import("@simplewebauthn/browser"),
    import("@/server/auth/proofs/consent-hash"),
  ]);
  const challenge = asBase64url(consentHash(window.location.origin, consent));
  if (challenge !== options.challenge) {
    throw new Error("What the service wants to have signed is not what is shown here. Nothing was signed.");
  }
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      id,
      rawId,
      type: "public-key",
      response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
    };
  } catch (cause) {
    throw new Error("The passkey did not sign. Nothing happened.", { cause });
  }
}

/** Bytes as `0x` hex in the form of browsers' passkeys. */
function asBase64url(hex: string): string {
  const bytes = hex.slice(2).match(/../g) ?? [];
  const text = btoa(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
