/** Why a delivery is not one of the service. */
export type WebhookProblem =
  /** A header that proves it is missing, or there twice. */
  | "signature_missing"
  /** It was signed with another secret, or is not what was signed. */
  | "signature_wrong"
  /** Its time is too far away from now: it may have been recorded and sent again. */
  | "too_old"
  | "too_new"
  /** It is signed and no event. */
  | "malformed";

/** A delivery that must not be believed. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
