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
  no_active_destination: 400,
  multicall_validation_failed: 400,
  signed_transaction_mismatch: 400,
  conversion_unsupported: 400,
  unauthorized: 401,
  origin_required: 401,
  forbidden: 403,
  client_id_revoked: 403,
  origin_not_allowed: 403,
  payouts_not_allowed: 403,
  destination_mismatch: 403,
  wallet_platform_needed: 403,
  secure_payment_not_payable: 403,
  payer_not_approved: 403,
  not_found: 404,
  token_not_found: 404,
  request_not_found: 404,
  secure_payment_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_key_reused: 409,
  secure_payment_completed: 409,
  secure_payment_confirming: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  secure_payment_in_progress: 423,
  too_many_requests: 429,
  internal: 500,
  relay_failed: 502,
  chain_unavailable: 503,
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
 * An error that is meant for the caller. `details` are merged into the body; `issues` choose one of the
 * two validation bodies (behaviour.md ER-02, ER-03). Anything else that is thrown is a 500.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly issues: readonly FieldIssue[] | undefined;
  /** Told to the caller as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: Record<string, unknown>;
      issues?: FieldIssue[];
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code];
  }
}

/** A 400 that names one field, in the validation body of the endpoint it is thrown from. */
export function invalidField(field: string, message: string, code = "custom"): ApiError {
  const path = field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return new ApiError("validation_failed", message, { issues: [{ code, message, path }] });
}
