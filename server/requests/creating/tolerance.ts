import type { Ctx } from "@/server/context";
import type { InvoiceCurrency } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import { ratioOf, timesDown } from "@/server/lib/ratio";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import type { PaymentRules } from "@/server/platforms/payment-rules";
import type { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";
import { amountOf, type Tolerance } from "@/server/requests/draft";

/** What a call says of underpayments; undefined where it says nothing. */
type Named = UnderpaymentPolicy | null | undefined;

/**
 * What new requests of the caller tolerate: what the call says, else the destination, else the account; null for nothing. A
 * browser's client ID is public: who has it could let himself off a part, so it names none. Throws 403 for that.
 */
export function underpaymentPolicy(
  { clientId }: Pick<Ctx["caller"], "clientId">,
  named: Named,
  destination: Pick<DestinationRow, "underpayment"> | null,
  account: Pick<PaymentRules, "underpayment">,
): { policy: UnderpaymentPolicy | null; isNamed: boolean } {
  if (named !== undefined) {
    if (clientId?.isBrowser)
      throw new ApiError("forbidden", "A browser client ID cannot say which underpayment is tolerated");
    return { policy: named, isNamed: true };
  }
  return { policy: destination?.underpayment ?? account.underpayment, isNamed: false };
}

/**
 * What is enough for an amount, base units: less by the smaller of percent and cap, rounded in the payee's favour. A cap that
 * an account set once for all currencies holds for US dollars and their stablecoins; other currencies need a policy that the call
 * names. Null where that comes to nothing. Throws 400 for a cap that the currency cannot hold.
 */
export function toleranceOf(
  amount: bigint,
  currency: InvoiceCurrency,
  { policy, isNamed }: { policy: UnderpaymentPolicy | null; isNamed: boolean },
): Tolerance | null {
  if (!policy || (!isNamed && !isDollar(currency))) return null;
  const { n, d } = ratioOf(policy.percent);
  let less = timesDown(amount, { n, d: d * 100n });
  const cap = isNamed ? amountOf("underpayment.cap", policy.cap, currency) : cutTo(policy.cap, currency);
  if (cap < less) less = cap;
  return less === 0n || less >= amount ? null : { leastAmount: amount - less, tolerates: policy.for };
}

function isDollar({ id }: InvoiceCurrency): boolean {
  return id === "USD" || tokenById(id)?.isStablecoin === true;
}

/** In base units of a currency, what is finer cut off. */
function cutTo(cap: string, { decimals }: InvoiceCurrency): bigint {
  return timesDown(10n ** BigInt(decimals), ratioOf(cap));
}
