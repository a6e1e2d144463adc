import { ENGLISH_WALLET_LABELS, withName } from "@/components/wallet/labels";
import type { LeftOutDeposit } from "@/server/dashboard/deposits/schema";
import type { CollectTrouble } from "./collect-flow";

/** Why an address is not in the transaction, in words. */
export const LEFT_OUT_WORDS: Record<LeftOutDeposit["reason"], string> = {
  nothing_waits: "nothing waits there any more",
  not_confirmed: "what arrived is not confirmed yet",
  empty: "somebody collected it a moment ago",
  refused:
    "the token does not let it move now, as when its issuer has frozen the payee or the address, or only a fee is left there",
};

/** Why the wallet did not send, in words. */
export function troubleWords(trouble: CollectTrouble): string {
  if (trouble.code === "not_relayed") {
    return "The network did not take the transaction. Nothing was sent; try again.";
  }
  return withName(ENGLISH_WALLET_LABELS.errors[trouble.reason], trouble.name);
}

/** "1 deposit", "3 deposits". */
export function countOf(deposits: number): string {
  return deposits === 1 ? "1 deposit" : `${deposits} deposits`;
}
