/** Every error a caller can see: code → HTTP status. The only place where the two meet. */
export const ERRORS = {
  validation_failed: 400,
  malformed_body: 400,
  unsupported_currency: 400,
  unsupported_network: 400,
  not_supported_yet: 400,
  fee_pair_incomplete: 400,
  networks_differ: 400,
  tron_batch_unsupported: 400,
  batch_too_large: 400,
  no_payable_amount: 400,
  deposit_not_offered: 400,
  passkeys_unavailable: 400,
  mail_unavailable: 400,
  refund_not_possible: 400,
  no_active_destination: 400,
  multicall_validation_failed: 400,
  signed_transaction_mismatch: 400,
  recurring_payment_refused: 400,
  conversion_unsupported: 400,
  offramp_not_granted: 400,
  crosschain_unsupported_token: 400,
  crosschain_amount_too_low: 400,
  crosschain_no_route: 400,
  authorization_pending: 400,
  slow_down: 400,
  unauthorized: 401,
  origin_required: 401,
  forbidden: 403,
  scope_missing: 403,
  role_missing: 403,
  approval_needed: 403,
  ip_not_allowed: 403,
  proof_refused: 403,
  step_up_required: 403,
  key_limit_reached: 403,
  account_disabled: 403,
  registration_closed: 403,
  client_id_revoked: 403,
  origin_not_allowed: 403,
  payouts_not_allowed: 403,
  destination_mismatch: 403,
  wallet_platform_needed: 403,
  secure_payment_not_payable: 403,
  payer_not_approved: 403,
  refund_address_rejected: 403,
  invitation_over: 403,
  authorization_denied: 403,
  authorization_expired: 403,
  authorization_used: 403,
  link_intent_used: 403,
  link_intent_expired: 403,
  not_found: 404,
  token_not_found: 404,
  request_not_found: 404,
  recurring_payment_not_found: 404,
  payer_not_found: 404,
  payment_details_not_found: 404,
  secure_payment_not_found: 404,
  link_intent_not_found: 404,
  refund_link_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  approval_over: 409,
  idempotency_key_reused: 409,
  secure_payment_completed: 409,
  secure_payment_confirming: 409,
  payment_on_its_way: 409,
  refund_receiver_unknown: 409,
  refund_exceeds_received: 409,
  refund_not_sendable: 409,
  refund_link_used: 409,
  e_invoice_incomplete: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  secure_payment_in_progress: 423,
  too_many_requests: 429,
  internal: 500,
  relay_failed: 502,
  chain_unavailable: 503,
  price_unavailable: 503,
  crosschain_unavailable: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** One thing wrong with one field. `path` is the way to it from the root of the body or query. */
export interface FieldIssue {
  code: string;
  message: string;
  path: (string | number)[];
}

/**
 * An error that is meant for the caller. `details` are merged into the body; `issues` say which fields it is about.
 * Anything else that is thrown is a 500.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly issues: readonly FieldIssue[] | undefined;
  /** The input has another form than the schema; false where a rule refused what had the right form. */
  readonly isOfSchema: boolean;
  /** Told to the caller as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: Record<string, unknown>;
      issues?: FieldIssue[];
      isOfSchema?: boolean;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.issues = options.issues;
    this.isOfSchema = options.isOfSchema ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code];
  }
}

/** A 400 of a rule that refuses one field: `message` is the reason in words (ER-01). */
export function invalidField(field: string, message: string, code = "custom"): ApiError {
  return new ApiError("validation_failed", message, { issues: [issueOf(field, message, code)] });
}

/** A 400 for a field that this call needs: part of its schema, so `message` is a list (ER-02). */
export function missingField(field: string): ApiError {
  const issues = [issueOf(field, "Required", "invalid_type")];
  return new ApiError("validation_failed", "Validation failed", { issues, isOfSchema: true });
}

function issueOf(field: string, message: string, code: string): FieldIssue {
  return { code, message, path: field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)) };
}

/** What is wrong with a field; of a list, with which of its items. */
function inWords({ path, message }: FieldIssue): string {
  const item = path.slice(0, path.findLastIndex((part) => typeof part === "number") + 1);
  return item.length > 0 ? `${item.join(".")}: ${message}` : message;
}

/**
 * Runs one check per field, in their order, and gives their results under the same names. Where rules refuse several
 * fields, throws one 400 that names them all; any other error is thrown as it comes.
 */
export function checkFields<Results extends Record<string, unknown>>(
  checks: {
    [Name in keyof Results]: () => Results[Name];
  },
): Results {
  const issues: FieldIssue[] = [];
  const results: Partial<Results> = {};
  for (const name in checks) {
    try {
      results[name] = checks[name]();
    } catch (error) {
      if (!(error instanceof ApiError) || !error.issues) throw error;
      issues.push(...error.issues);
    }
  }
  if (issues.length > 0) {
    throw new ApiError("validation_failed", issues.map(inWords).join("; "), { issues });
  }
  // Nothing was refused, so every check gave its result.
  return results as Results;
}
