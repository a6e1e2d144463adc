import type { Ctx } from "@/server/context";
import { depositOption, toldAddress } from "@/server/requests/paying/deposit/offer";
import type { DepositAddress, DepositOption } from "@/server/requests/paying/deposit/schema";
import { storedFee } from "@/server/requests/paying/due";
import { type Payable, payablesOf } from "@/server/requests/paying/payable";
import type { Link } from "@/server/secure-payments/link";

/**
 * The address at which a plain transfer pays this link, or why it has none. Of a link that may be told to whoever asks.
 * Throws 503 `chain_unavailable`.
 */
export async function linkDeposit(ctx: Ctx, link: Link): Promise<DepositOption> {
  if (link.row.paymentType !== "single") return { isOffered: false, reason: "bundle" };
  if (link.policy.hidePayeeAddress) return { isOffered: false, reason: "payee_hidden" };
  const payable = await onlyPayable(ctx, link);
  return depositOption(ctx, payable, storedFee(payable));
}

/** The same where somebody was told it before; else null. Opens none. Throws 503 `price_unavailable`. */
export async function toldLinkDeposit(ctx: Ctx, link: Link): Promise<DepositAddress | null> {
  if (link.row.paymentType !== "single" || link.policy.hidePayeeAddress) return null;
  const payable = await onlyPayable(ctx, link);
  return toldAddress(ctx, payable, storedFee(payable));
}

async function onlyPayable(ctx: Ctx, link: Link): Promise<Payable> {
  const [payable] = await payablesOf(ctx, link.requests);
  if (!payable) throw new Error(`link ${link.row.id} has no request`);
  return payable;
}
