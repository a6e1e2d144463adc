import { readCalldata, reportRefusal } from "@/components/pay/api/ask-server";
import { safeAt } from "@/components/pay/chain/safe";
import type { Payer, PayerFunds, SigningPlan } from "@/components/pay/flow/flow";
import type { PageContext } from "@/components/pay/page/page-context";
import { compare } from "@/components/pay/safety/compare";
import type { Problem } from "@/components/pay/safety/comparison";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";
import type { BatchingWallet } from "@/wallet/wallet";

export type Prepared =
  | { kind: "plan"; plan: SigningPlan }
  /** Must not be signed. */
  | { kind: "refused"; problem: Problem }
  /** The link is in another state than the page thinks. */
  | { kind: "moved" }
  /** A Safe that is connected in a way that takes no batches. */
  | { kind: "no_batch" }
  | { kind: "unreachable" };

/**
 * Asks what to sign and compares it with what is shown; a refusal is reported to the server. `warnedOf` as in
 * `SigningPlan`. Several steps become one where the wallet carries out all of them or none; a Safe is known by its code.
 */
export async function prepare(
  context: PageContext,
  shown: ShownPayment,
  payer: Payer,
  warnedOf: readonly string[],
  batches: BatchingWallet | undefined,
): Promise<Prepared> {
  const safe = await safeAt(shown.network, payer.address).catch(() => "unknown" as const);
  if (safe === "unknown") return { kind: "unreachable" };
  const answer = await readCalldata(context, payer.address, safe !== null).catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === 429) return { kind: "unreachable" };
  if (answer.status !== 200) return { kind: "moved" };
  const comparison = compare(shown, answer.body, payer);
  if (!comparison.ok) {
    reportRefusal(context.token, comparison.problem);
    return { kind: "refused", problem: comparison.problem };
  }
  const { steps } = comparison;
  // What a Safe is asked for is proposed to its owners, as one transaction even where it is one call.
  const isWanted = steps.length > 1 || safe !== null;
  const { batch } = comparison;
  const isAtomic = batch !== null && isWanted && (await batches?.isAtomic(batch.chainId));
  if (safe !== null && !isAtomic) return { kind: "no_batch" };
  const plan = { steps, at: 0, batch: isAtomic ? batch : null, safe, shown, warnedOf };
  return { kind: "plan", plan: { ...plan, funds: fundsOf(answer.body) } };
}

/** Anything may be missing here or be of another type: it is shown, never signed. */
function fundsOf(body: unknown): PayerFunds {
  const metadata = field(body, "metadata");
  const text = (name: string) => {
    const value = field(metadata, name);
    return typeof value === "string" && /^\d{1,40}(?:\.\d{1,40})?$/.test(value) ? value : null;
  };
  return {
    networkFee: text("estimatedNetworkFee"),
    nativeBalance: text("nativeBalance"),
    hasEnoughGas: field(metadata, "hasEnoughGas") !== false,
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
