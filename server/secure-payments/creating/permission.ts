import type { Caller } from "@/server/context";
import { ApiError } from "@/server/errors";

/** Throws 403 for accounts without a wallet: nothing they create could be theirs on a chain (AU-26, D-32). */
export function requireWalletPlatform(caller: Pick<Caller, "isWalletPlatform">): void {
  if (caller.isWalletPlatform) return;
  throw new ApiError("wallet_platform_needed", "Secure payments need an account that signs in with a wallet");
}
