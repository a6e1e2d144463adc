import { post } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import type { Payer } from "@/components/pay/flow/flow-state";

export type FunnelEvent = "wallet_connected" | "payment_sent_to_wallet" | "payment_approved_in_wallet";

/** Tells the merchant how far payers come (PP-12): best effort, never waited for, the wallet only as SHA-256. */
export function track(context: PageContext, userEvent: FunnelEvent, payer: Payer, walletName: string): void {
  const occurredAt = new Date().toISOString();
  void hashOf(payer)
    .then((hash) =>
      post(context, "events", {
        userEvent,
        occurredAt,
        properties: {
          wallet_provider: walletName,
          wallet_family: payer.family,
          ...(payer.chainId === null ? {} : { chain_id: payer.chainId }),
          ...(hash === null ? {} : { wallet_address_hashed: hash }),
        },
      }),
    )
    .catch(() => {});
}

/** Null on a page without a secure context, which has no hash function. */
async function hashOf({ family, address }: Payer): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const text = family === "evm" ? address.toLowerCase() : address;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
