import type { z } from "zod";
import type { AuthMode } from "@/server/auth/auth-rule";
import type { Ctx } from "@/server/context";
import type { ErrorCode } from "@/server/errors";
import type { Admission } from "@/server/http/admit";
import type { ValidationBody } from "@/server/http/error-body";
import type { ReceivedRequest } from "@/server/lib/received";

export type Schema = z.ZodType;

type Output<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined;

/** Everything there is to know about one endpoint: validation, documentation and who may call it. */
export type RouteDef<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Returns extends Schema | undefined = Schema | undefined,
> = EndpointDef<Params, Query, Body, Returns> & (Creating | CreatingWithoutClientId | NotCreating);

/**
 * A creating call takes an `Idempotency-Key`. Where it also takes client IDs, it says whether one that is
 * linked to an orchestrator needs that one's key (AU-15): without a word of it nothing compiles.
 */
interface Creating {
  idempotent: true;
  linkedNeedsPair: boolean;
}

interface CreatingWithoutClientId {
  idempotent: true;
  auth: readonly Exclude<AuthMode, "clientId">[];
}

interface NotCreating {
  idempotent?: false;
}

interface EndpointDef<
  Params extends Schema | undefined,
  Query extends Schema | undefined,
  Body extends Schema | undefined,
  Returns extends Schema | undefined,
> extends Admission {
  summary: string;
  tags: string[];
  params?: Params;
  query?: Query;
  body?: Body;
  status: 200 | 201 | 202;
  /** Parsed on the way out, so that an internal field cannot leak. */
  returns: Returns;
  /** Codes its verb may throw, beside the ones every endpoint has. */
  errors: readonly ErrorCode[];
  validation?: ValidationBody;
  /**
   * True for what an account can want a second person for: a call that needs one is answered 202 with the approval that it
   * waits for, and nothing changes.
   */
  waitsForApproval?: true;
  /** How long its verb may wait for something to happen, seconds, on top of the time that every answer has. */
  waitsSeconds?: number;
  /** Of an answer that is a file: the verb then gives a `Download`. */
  download?: "text/csv" | "application/json" | "application/pdf" | "application/xml";
  /** True for what would only fill the account's request log with itself. */
  isUnlogged?: boolean;
  /** True for creating calls: they take an `Idempotency-Key` (D-34). */
  idempotent?: boolean;
  /**
   * True for what pages report of a payment: nothing is asked for by it, and clients write keys at any level. All other
   * bodies are refused where a key that they know stands at a level that does not read it.
   */
  takesKeysAnywhere?: boolean;
}

export interface Call<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
> {
  ctx: Ctx;
  params: Output<P>;
  query: Output<Q>;
  body: Output<B>;
  request: ReceivedRequest;
  /** Sends a cookie along with the answer, whichever it is. */
  setCookie(cookie: string): void;
  /** For answers that take long: throws 401 or 403 once the caller would not be let in any more. */
  stillAllowed(): Promise<void>;
}
