import { readCalldata, reportRefusal } from "@/components/pay/api/ask-server";
import type { Payer, PayerFunds, SigningPlan } from "@/components/pay/flow/flow";
import type { PageContext } from "@/components/pay/page/page-context";
import { compare } from "@/components/pay/safety/compare";
import type { Problem } from "@/components/pay/safety/comparison";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

export type Prepared =
  | { kind: "plan"; plan: SigningPlan }
  /** Must not be signed. */
  | { kind: "refused"; problem: Problem }
  /** The link is in another state than the page thinks. */
  | { kind: "moved" }
  | { kind: "unreachable" };

/** Asks what to sign and compares it with what is shown; a refusal is warnedOf to the server. `warnedOf` as in `SigningPlan`. */
export async function prepare(
  context: PageContext,
  shown: ShownPayment,
  payer: Payer,
  warnedOf: readonly string[],
): Promise<Prepared> {
  const answer = await readCalldata(context, payer.address).catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === 429) return { kind: "unreachable" };
  if (answer.status !== 200) return { kind: "moved" };
  const comparison = compare(shown, answer.body, payer);
  if (!comparison.ok) {
    reportRefusal(context.token, comparison.problem);
    return { kind: "refused", problem: comparison.problem };
  }
  return {
    kind: "plan",
    plan: { steps: comparison.steps, at: 0, shown, funds: fundsOf(answer.body), warnedOf },
  };
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
