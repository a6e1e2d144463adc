import type { securePayments } from "@/db/schema";
import { parseAnyAddress } from "@/server/chains/any-address";
import { invalidField } from "@/server/errors";

type SecurePaymentRow = typeof securePayments.$inferSelect;

/** A link and who may pay it. */
export type LinkWithPolicy = Pick<
  SecurePaymentRow,
  "id" | "token" | "platformId" | "clientIdId" | "orchestratorId" | "flow" | "network" | "accessPolicy"
>;

/**
 * The wallets of one visit as callers write them: `wallet` pays; with a smart account, `eoaWallet` is the
 * connected wallet behind it.
 */
export interface VisitingWallets {
  wallet: string;
  eoaWallet: string | null;
}

/** A wallet in stored form. Throws 400 on `field` when it is not an address. */
export function readWallet(field: string, text: string): string {
  const parsed = parseAnyAddress(text);
  if (typeof parsed === "object") return parsed.address;
  throw invalidField(field, `${field} must be an EVM or Tron address`);
}
