import { ApiError } from "@/server/errors";

/**
 * A passkey that does not count, 401. In the same words for one that is unknown, removed or another person's and for a wrong
 * answer, so that nobody learns which passkeys exist.
 */
export class PasskeyRefused extends ApiError {
  constructor({
    message = "This passkey is not known here, or did not sign this",
    cause = undefined as unknown,
  } = {}) {
    super("unauthorized", message, { cause });
  }
}
