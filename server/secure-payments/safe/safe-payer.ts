import type { Hex } from "@/server/chains/contract-addresses";
import type { SafeAccount } from "@/server/chains/safe";

/** A Safe that was named as the payer. */
export interface SafePayer {
  wallet: Hex;
  account: SafeAccount;
}
