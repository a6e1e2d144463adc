import { isDeepStrictEqual } from "node:util";
import type { ApprovalVerb, Change } from "@/server/approvals/change";
import { asksFor, findPolicy, fitsIntoDay } from "@/server/approvals/policy";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";

/** With what a change is run again once it is approved: exactly what its verb was called with. */
export interface ApprovalInput {
  verb: ApprovalVerb;
  params: Record<string, unknown>;
}

/**
 * Thrown where a change needs a second person: it undoes what the transaction has done so far, and the door stores what was
 * asked for and answers 202.
 */
export class WaitsForApproval extends Error {
  override readonly name = "WaitsForApproval";
  readonly change: Change;
  readonly input: ApprovalInput;

  constructor(change: Change, input: ApprovalInput) {
    super(`${change.verb} needs the approval of a second person`);
    this.change = change;
    this.input = input;
  }
}

/** Thrown where an approved change is not what was approved, because something else stands there by now. */
export class ContentChanged extends Error {
  override readonly name = "ContentChanged";
}

interface Options {
  /** Whose policy decides; the caller's account unless told otherwise. */
  platformId?: string;
  /** With what it can be run again; null for calls that do not wait, and are refused instead. */
  input: ApprovalInput | null;
  /** Of payments: what they are worth, millionths of a USD; null where nobody can tell. */
  microUsd?: bigint | null;
  /** Of credentials: whether payouts or refunds can be created with it. */
  canPay?: boolean;
}

type Approving = Pick<Tx, "db" | "now" | "caller" | "approval">;

/**
 * Lets a change go on where the account wants no second person for it, and where it runs because one approved exactly this.
 * It stands behind the locks of the change and before its first write, in the one place that all ways to the change pass.
 * Throws `WaitsForApproval` for people who are signed in, 403 `approval_needed` for all other callers, and `ContentChanged`
 * where the content is not what was approved.
 */
export async function requireApproval(tx: Approving, change: Change, options: Options): Promise<void> {
  const { approval, caller } = tx;
  if (approval) {
    if (!isSameChange(approval.change, change)) throw new ContentChanged();
    approval.isMet = true;
    return;
  }
  if (caller.kind === "operator" || caller.kind === "system") return;
  if (!(await needsApproval(tx, change, options))) return;
  const { input } = options;
  if (caller.kind === "session" && input !== null) throw new WaitsForApproval(change, input);
  throw approvalNeeded();
}

/**
 * Of an account that wants a second person for payments: no payouts of a client ID alone, which is public and has no limits.
 * Throws 403 `approval_needed`.
 */
export async function requireKeyToPay(tx: Pick<Tx, "db" | "caller">): Promise<void> {
  if (tx.caller.kind !== "clientId") return;
  const policy = await findPolicy(tx, tx.caller.platformId);
  if (policy !== null && policy.dailyMicroUsd !== null) throw approvalNeeded();
}

function approvalNeeded(): ApiError {
  return new ApiError(
    "approval_needed",
    "This account wants a second person for this: ask for it in the dashboard, where it waits for them",
  );
}

async function needsApproval(
  tx: Approving,
  { kind }: Change,
  { platformId = tx.caller.platformId, microUsd = null, canPay = false }: Options,
): Promise<boolean> {
  const isPayment = kind === "payment";
  // Payouts and refunds of keys are held to the scopes and limits of the key, which a second person approved.
  if (isPayment && isByKey(tx.caller)) return false;
  const policy = await findPolicy(tx, platformId);
  if (policy === null) return false;
  if (!isPayment) return asksFor(policy, kind, canPay);
  const { dailyMicroUsd: limit } = policy;
  if (limit === null) return false;
  // A client ID alone is public and has no limits: whoever knows it could use the sum of the day up.
  if (tx.caller.kind !== "session") return true;
  return microUsd === null || !(await fitsIntoDay(tx, platformId, { limit, microUsd }));
}

function isByKey({ kind }: Approving["caller"]): boolean {
  return kind === "apiKey" || kind === "orchestrator";
}

/** The worth in USD is told to the approver, and moves with prices: it is no part of what will happen. */
function isSameChange(approved: Change, now: Change): boolean {
  return isDeepStrictEqual({ ...approved, usd: null }, { ...now, usd: null });
}
