import { and, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import type { Tx } from "@/server/context";
import { invalidField } from "@/server/errors";

/** Throws 400 naming the missing field unless a fee has both its fields or none (PF-01, PF-07, CI-03). */
export function requireWholeFee(fee: { feePercentage: string | null; feeAddress: string | null }): void {
  if ((fee.feePercentage === null) === (fee.feeAddress === null)) return;
  const [given, missing] =
    fee.feePercentage === null ? ["feeAddress", "feePercentage"] : ["feePercentage", "feeAddress"];
  throw invalidField(missing, `${missing} is required with ${given}`);
}

/**
 * The record ID of the destination a client ID is to be bound to: the one that is active for the wallet that
 * signed in, named by its record ID or its destination ID (CI-11). Throws the same 400 for one that is
 * unknown, inactive or another wallet's.
 */
export async function bindableDestination(tx: Pick<Tx, "db" | "caller">, named: string): Promise<string> {
  const { wallet } = tx.caller;
  const [active] = wallet
    ? await tx.db
        .select({ id: payeeDestinations.id, destinationId: payeeDestinations.destinationId })
        .from(payeeDestinations)
        .where(
          and(
            eq(payeeDestinations.walletAddress, wallet.address),
            eq(payeeDestinations.walletChainId, wallet.chainId),
            eq(payeeDestinations.active, true),
            eq(payeeDestinations.claimed, true),
          ),
        )
        // Held until this commits, so that a destination cannot be deactivated in between.
        .for("share")
    : [];
  const isNamed = active && (named === active.id || sameText(named, active.destinationId));
  if (!isNamed) {
    throw invalidField("payeeDestinationId", "Not an active payee destination of the signed-in wallet");
  }
  return active.id;
}

/** Checksum and EVM parts of a destination ID compare without regard to case (IA-10). */
function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
