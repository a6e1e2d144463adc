import { startAuthentication, startRegistration, WebAuthnError } from "@simplewebauthn/browser";
import type { NewPasskeyAnswer, PasskeyAnswer } from "@/server/auth/passkeys/answers";
import type { PasskeyCreation, PasskeyRequest } from "@/server/auth/passkeys/schema";

/** The browser or its person did not give a passkey. The message is meant for people. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyError";
  /** The person said no, or let the time pass: nothing is wrong. */
  readonly isChoice: boolean;

  constructor(message: string, isChoice: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isChoice = isChoice;
  }
}

/** Asks the person for one of their passkeys. Throws `PasskeyError`. */
export async function askForPasskey({ options }: PasskeyRequest): Promise<PasskeyAnswer> {
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      id,
      rawId,
      type: "public-key",
      response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
    };
  } catch (error) {
    throw inWords(error, "No passkey was used. You cancelled, or this device has none for this service.");
  }
}

/** Has a device of the person make a passkey. Throws `PasskeyError`. */
export async function makePasskey({ options }: PasskeyCreation): Promise<NewPasskeyAnswer> {
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return {
      id,
      rawId,
      type: "public-key",
      response: { clientDataJSON, attestationObject, transports: [...transports] },
    };
  } catch (error) {
    throw inWords(error, "No passkey was made. You cancelled, or it took too long.");
  }
}

function inWords(error: unknown, declined: string): PasskeyError {
  const options = { cause: error };
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return new PasskeyError(declined, true, options);
  if (name === "InvalidStateError") {
    return new PasskeyError("This device has a passkey of yours for this service already.", true, options);
  }
  if (name === "SecurityError") {
    const words = "Passkeys do not work at the address of this page. Open the dashboard at its own address.";
    return new PasskeyError(words, false, options);
  }
  if (error instanceof WebAuthnError && name === "NotSupportedError") {
    return new PasskeyError("This device makes no passkeys that this service takes.", false, options);
  }
  return new PasskeyError("This browser could not use a passkey. Try another one.", false, options);
}
