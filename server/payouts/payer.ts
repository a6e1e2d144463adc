import type { Token } from "@/server/currencies/tokens";
import { invalidField } from "@/server/errors";
import type { CreatePayoutBody } from "@/server/payouts/schema";
import { partyAddress } from "@/server/requests/creating/party-address";

/** The paying wallet, which has three names (PO-02). Throws 400 when they differ. */
export function payerOf(
  body: Pick<CreatePayoutBody, "payerWallet" | "payerAddress" | "payer">,
  token: Token | undefined,
): string | null {
  let payer: string | null = null;
  for (const field of ["payerWallet", "payerAddress", "payer"] as const) {
    const text = body[field];
    if (text === undefined) continue;
    const address = partyAddress(field, token?.network, text);
    if (payer !== null && address !== payer) throw invalidField(field, `${field} names another payer`);
    payer = address;
  }
  return payer;
}
