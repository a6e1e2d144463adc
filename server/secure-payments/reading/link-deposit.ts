import type { Ctx } from "@/server/context";
import { depositOption } from "@/server/requests/paying/deposit/offer";
import type { DepositOption } from "@/server/requests/paying/deposit/schema";
import { storedFee } from "@/server/requests/paying/due";
import { payablesOf } from "@/server/requests/paying/payable";
import type { Link } from "@/server/secure-payments/link";

/**
 * The address at which a plain transfer pays this link, or why it has none. Of a link that may be told to whoever asks.
 * Throws 503 `chain_unavailable`.
 */
export async function linkDeposit(ctx: Ctx, link: Link): Promise<DepositOption> {
  if (link.row.paymentType !== "single") return { isOffered: false, reason: "bundle" };
  if (link.policy.hidePayeeAddress) return { isOffered: false, reason: "payee_hidden" };
  const [payable] = await payablesOf(ctx, link.requests);
  if (!payable) throw new Error(`link ${link.row.id} has no request`);
  return depositOption(ctx, payable, storedFee(payable));
}
