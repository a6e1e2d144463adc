import { ApiError } from "@/server/errors";
import { contextOf, messageKeyOf, recoveryOf } from "@/server/secure-payments/multicall/block";
import type { MulticallChild } from "@/server/secure-payments/multicall/multicall";
import type { BlockReason } from "@/server/secure-payments/wire/lookup-schema";
import { MAX_CHILDREN, type RecoveryAction } from "@/server/secure-payments/wire/multicall-schema";

/** Why one child cannot be in a multicall (MC-09). */
export interface MulticallFailure {
  securePaymentToken: string;
  reason: string;
  messageKey: string;
  context: object;
  recoveryAction: RecoveryAction;
}

/** A child of which nothing may be told. */
export function failure(token: string, reason: BlockReason, context: object): MulticallFailure {
  return {
    securePaymentToken: token,
    reason,
    messageKey: messageKeyOf(reason),
    context,
    recoveryAction: recoveryOf(reason),
  };
}

/** A child of the caller's own. */
export function blocked(child: MulticallChild, reason: BlockReason): MulticallFailure {
  return failure(child.link.row.token, reason, contextOf(child));
}

/** ER-04, with every failure at once. */
export function validationFailed(failures: readonly MulticallFailure[], cap?: object): ApiError {
  return new ApiError("multicall_validation_failed", "Multicall validation failed", {
    details: { code: "multicall_validation_failed", failures, ...(cap ? { cap } : {}) },
  });
}

/** Throws 400 with how many children are too many (MC-02, MC-09). */
export function requireFewEnough(actual: number, maximum = MAX_CHILDREN): void {
  if (actual <= maximum) return;
  const reason = "too_many_children";
  const cap = { type: "child_count", maximum, actual, reduceBy: actual - maximum };
  const tooMany: MulticallFailure = {
    securePaymentToken: "*",
    reason,
    messageKey: messageKeyOf(reason),
    context: cap,
    recoveryAction: "recreate_reduced",
  };
  throw validationFailed([tooMany], cap);
}
