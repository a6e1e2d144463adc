import type { Tx } from "@/server/context";

/**
 * Makes every process forget the credentials it remembers, once this transaction has committed. Every change
 * of an API key, client ID, orchestrator key, link, session, or of a bound destination calls it, so that what
 * was revoked is refused everywhere at once.
 */
export function announceCredentialChange(tx: Pick<Tx, "wake">): void {
  tx.wake("credentials");
}
