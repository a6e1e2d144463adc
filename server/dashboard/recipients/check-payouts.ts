import type { z } from "zod";
import type { Ctx } from "@/server/context";
import type { CheckPayoutsBody, PayoutsChecked } from "@/server/dashboard/recipients/check-payouts-schema";
import { ApiError, type ErrorCode } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { requirePayouts } from "@/server/payouts/permission";
import { requireWalletPlatform } from "@/server/secure-payments/creating/permission";
import { preparePayout } from "@/server/secure-payments/creating/prepare-payout";
import { CreateSecurePayoutBody } from "@/server/secure-payments/wire/create-schema";

/** Rows that are looked at side by side. */
const AT_ONCE = 8;

/** What an error without a field is about. */
const FIELDS: Partial<Record<ErrorCode, string[]>> = {
  unsupported_network: ["network"],
  unsupported_currency: ["currency"],
};

type Row = PayoutsChecked["rows"][number];
type Problem = Row["problems"][number];
type Prepared = Awaited<ReturnType<typeof preparePayout>>;

/**
 * Whether each row of a list could be created as a payout, by the very rules of creating; screening is left to
 * that. Creates nothing. Throws 403 for an account without payouts.
 */
export async function checkPayouts(ctx: Ctx, { payouts }: CheckPayoutsBody): Promise<PayoutsChecked> {
  requireWalletPlatform(ctx.caller);
  requirePayouts(ctx.caller);
  const checked: (Prepared | Problem[])[] = [];
  for (let first = 0; first < payouts.length; first += AT_ONCE) {
    const some = payouts.slice(first, first + AT_ONCE);
    checked.push(...(await Promise.all(some.map((payout) => check(ctx, payout)))));
  }
  const seen = new Map<string, number>();
  const rows = checked.map((one, index) => rowOf(one, index, seen));
  return { valid: rows.filter((row) => row.payout !== null).length, rows, totals: totalsOf(checked) };
}

async function check(ctx: Ctx, payout: unknown): Promise<Prepared | Problem[]> {
  const parsed = CreateSecurePayoutBody.safeParse(payout, { reportInput: true });
  if (!parsed.success) return parsed.error.issues.map(problemOf);
  try {
    return await preparePayout(ctx, parsed.data);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const issues = error.issues ?? [{ path: FIELDS[error.code] ?? [], message: error.message }];
    return issues.map(({ path, message }) => ({ field: path.join("."), message }));
  }
}

function problemOf(issue: z.core.$ZodIssue): Problem {
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return { field: issue.path.join("."), message: isMissing ? "Required" : issue.message };
}

function rowOf(checked: Prepared | Problem[], index: number, seen: Map<string, number>): Row {
  if (Array.isArray(checked)) return { index, problems: checked, duplicateOf: null, payout: null };
  const { token, payee, amount } = checked;
  const what = `${payee} ${token.id} ${amount}`;
  const duplicateOf = seen.get(what) ?? null;
  if (duplicateOf === null) seen.set(what, index);
  const payout = {
    recipient: payee,
    network: token.network,
    currency: token.symbol,
    amount: formatAmount(amount, token.decimals),
  };
  return { index, problems: [], duplicateOf, payout };
}

function totalsOf(checked: readonly (Prepared | Problem[])[]): PayoutsChecked["totals"] {
  const sums = new Map<string, { token: Prepared["token"]; units: bigint; payouts: number }>();
  for (const one of checked) {
    if (Array.isArray(one)) continue;
    const sum = sums.get(one.token.id) ?? { token: one.token, units: 0n, payouts: 0 };
    sums.set(one.token.id, { ...sum, units: sum.units + one.amount, payouts: sum.payouts + 1 });
  }
  return [...sums.values()].map(({ token, units, payouts }) => ({
    network: token.network,
    currency: token.symbol,
    amount: formatAmount(units, token.decimals),
    payouts,
  }));
}
