import type { Ctx } from "@/server/context";
import { type DecideOptions, decideAccess } from "@/server/payer-access/decide-access";
import type { AccessDecision } from "@/server/payer-access/schema";
import { releaseHeld } from "@/server/requests/settling/release-held";
import type { Link } from "@/server/secure-payments/link";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";

/** The wallets a payer says are theirs, as text. */
export interface Visit {
  wallet?: string | undefined;
  eoaWallet?: string | undefined;
}

/**
 * What the link's access policy says about a visit; null while nobody has come with a wallet. In the commit of an
 * approval the money of its wallets that was held counts, and requests and links follow.
 */
export async function decisionOn(
  ctx: Ctx,
  link: Link,
  { wallet, eoaWallet }: Visit,
  on: DecideOptions["on"],
): Promise<AccessDecision | null> {
  if (wallet === undefined) return null;
  return decideAccess(
    ctx,
    link.row,
    { wallet, eoaWallet: eoaWallet ?? null },
    {
      on,
      onApproved: async (tx) => {
        const released = await releaseHeld(tx, link.row);
        if (released.length > 0) await settleLinks(tx, released);
      },
    },
  );
}
