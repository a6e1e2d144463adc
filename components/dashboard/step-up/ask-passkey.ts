import type { PasskeyAnswer } from "@/server/auth/passkeys/answers";
import type { StepUpAsked } from "@/server/auth/step-up/schema";

/** Has a passkey of the person sign. Throws an error in words where it did not, also where the person said no. */
export async function askPasskey(options: NonNullable<StepUpAsked["passkey"]>): Promise<PasskeyAnswer> {
  // Loaded with the first use: most people confirm with a wallet.
  const { startAuthentication } = await import("@simplewebauthn/browser");
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
