import type { Signer } from "@/components/pay/safety/comparison";
import { Mismatch, requireSame } from "@/components/pay/safety/mismatch";
import { parseAddress, sameAddress } from "@/server/chains/address";
import type { Network } from "@/server/chains/networks";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/** The wallet that signs, in the form of its network: it has to be the one that was approved. Throws `Mismatch`. */
export function payerOf({ family }: Network, shown: ShownPayment, wallet: Signer): string {
  requireSame("wallet", family, wallet.family);
  const parsed = parseAddress(family, wallet.address);
  if (!parsed.ok) throw new Mismatch("wallet", "an address of this network", wallet.address);
  if (shown.payer !== null && !sameAddress(family, shown.payer, parsed.address)) {
    throw new Mismatch("wallet", shown.payer, parsed.address);
  }
  return parsed.address;
}

/** Replaces hidden recipients by what is shown of them. */
export function hiding(shown: ShownPayment, recipients: readonly string[]): (text: string) => string {
  return (text) => {
    const at = recipients.findIndex((recipient) => recipient.toLowerCase() === text.toLowerCase());
    return shown.legs[at]?.recipient.address ?? text;
  };
}
