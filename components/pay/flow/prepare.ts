import { readCalldata, reportRefusal } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { allowanceOf } from "@/components/pay/chain/chain";
import { safeAt } from "@/components/pay/chain/safe";
import type { Payer, PayerFunds, SigningPlan } from "@/components/pay/flow/flow-state";
import { approvedProblem } from "@/components/pay/safety/approved/approved-problem";
import { compare } from "@/components/pay/safety/compare";
import type { Problem, Step } from "@/components/pay/safety/comparison";
import { compareDeposit } from "@/components/pay/safety/crosschain/compare-deposit";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";
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
  /** A Safe, which pays on the link's own network only. */
  | { kind: "no_safe" }
  /** Nobody brings it from there, or nobody can be asked. */
  | { kind: "no_route" | "away" }
  | { kind: "unreachable" };

/** What is to be paid, and from where: null for the link's own network and token. */
export interface Chosen {
  shown: ShownPayment;
  source: ChosenSource | null;
}

/**
 * Asks what to sign and compares it with what is shown and with what was approved; a refusal is reported to the server. `warnedOf` as in
 * `SigningPlan`. Several steps become one where the wallet carries out all of them or none; a Safe is known by its code.
 */
export async function prepare(
  context: PageContext,
  { shown, source }: Chosen,
  payer: Payer,
  warnedOf: readonly string[],
  batches: BatchingWallet | undefined,
): Promise<Prepared> {
  const safe = await safeAt(source?.network ?? shown.network, payer.address).catch(() => "unknown" as const);
  if (safe === "unknown") return { kind: "unreachable" };
  if (safe && source) return { kind: "no_safe" };
  const asked = { isSafe: safe !== null, source };
  const answer = await readCalldata(context, payer.address, asked).catch(() => null);
  if (source && answer?.status === 503) return { kind: "away" };
  if (source && answer?.status === 400) return { kind: "no_route" };
  if (!answer || answer.status >= 500 || answer.status === 429) return { kind: "unreachable" };
  if (answer.status !== 200) return { kind: "moved" };
  const now = Math.floor(Date.now() / 1_000);
  const comparison = source
    ? compareDeposit(shown, source, answer.body, payer, now)
    : { price: null, ...compare(shown, answer.body, payer) };
  if (!comparison.ok) return refused(context, comparison.problem);
  const problem = await approvedProblem(shown, answer.body);
  if (problem) return refused(context, problem);
  const { price } = comparison;
  const steps = price
    ? await withoutNeedless(price.network, comparison.steps, payer.address)
    : comparison.steps;
  // What a Safe is asked for is proposed to its owners, as one transaction even where it is one call.
  const isWanted = steps.length > 1 || safe !== null;
  const { batch } = comparison;
  const isAtomic = batch !== null && isWanted && (await batches?.isAtomic(batch.chainId));
  if (safe !== null && !isAtomic) return { kind: "no_batch" };
  const plan = { steps, at: 0, batch: isAtomic ? batch : null, safe, shown, warnedOf, price };
  return { kind: "plan", plan: { ...plan, funds: fundsOf(answer.body) } };
}

function refused({ token }: PageContext, problem: Problem): Prepared {
  reportRefusal(token, problem);
  return { kind: "refused", problem };
}

/**
 * Deposits always come with an approval (PC-08), one for all that go to one contract. Where enough is allowed already, the
 * payer is not asked for it.
 */
async function withoutNeedless(network: string, steps: readonly Step[], owner: string): Promise<Step[]> {
  const approve = steps.find(({ kind }) => kind === "approve");
  const allowed = approve ? await allowanceOf(network, approve, owner).catch(() => null) : null;
  const isEnough = allowed !== null && allowed >= (approve?.amounts[0]?.amount ?? 0n);
  return steps.filter(({ kind }) => kind === "pay" || !isEnough);
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
    networkFeeUsd: text("estimatedNetworkFeeUsd"),
    nativeBalance: text("nativeBalance"),
    hasEnoughGas: field(metadata, "hasEnoughGas") !== false,
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
