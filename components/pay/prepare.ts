import { readCalldata, reportRefusal } from "@/components/pay/ask-server";
import type { Payer, Plan, PlanFunds } from "@/components/pay/flow";
import type { Place } from "@/components/pay/place";
import { compare } from "@/components/pay/safety/compare";
import type { Problem } from "@/components/pay/safety/comparison";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

export type Prepared =
  | { kind: "plan"; plan: Plan }
  /** Must not be signed. */
  | { kind: "refused"; problem: Problem }
  /** The link is in another state than the page thinks. */
  | { kind: "moved" }
  | { kind: "unreachable" };

/** Asks what to sign and compares it with what is shown; a refusal is told to the server. `told` as in `Plan`. */
export async function prepare(
  place: Place,
  shown: ShownPayment,
  payer: Payer,
  told: readonly string[],
): Promise<Prepared> {
  const answer = await readCalldata(place, payer.address).catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === 429) return { kind: "unreachable" };
  if (answer.status !== 200) return { kind: "moved" };
  const comparison = compare(shown, answer.body, payer);
  if (!comparison.ok) {
    reportRefusal(place.token, comparison.problem);
    return { kind: "refused", problem: comparison.problem };
  }
  return { kind: "plan", plan: { steps: comparison.steps, at: 0, shown, funds: fundsOf(answer.body), told } };
}

/** Anything may be missing here or be of another type: it is shown, never signed. */
function fundsOf(body: unknown): PlanFunds {
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
