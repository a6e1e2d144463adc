import { and, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import type { Caller, Reads } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { destinationId } from "@/server/payee-destinations/interop-address";
import { belongsTo } from "@/server/payee-destinations/scope";

/** The active destination a client ID is bound to (CI-07), or null. */
export async function boundDestination(
  ctx: Pick<Reads, "db" | "caller">,
  clientId: NonNullable<Caller["clientId"]>,
): Promise<DestinationRow | null> {
  if (!clientId.payeeDestinationId) return null;
  const [row] = await ctx.db
    .select()
    .from(payeeDestinations)
    .where(
      and(
        eq(payeeDestinations.id, clientId.payeeDestinationId),
        belongsTo(ctx.caller.platformId),
        eq(payeeDestinations.active, true),
      ),
    );
  return row ?? null;
}

/**
 * Refuses a payout from a page to anybody but the destination its client ID is bound to: everyone who opens the
 * page knows that client ID, so what it is bound to is all that may be paid in its name. Server-side credentials
 * name their recipients freely. Throws 403.
 */
export async function requireBoundRecipients(
  ctx: Pick<Reads, "db" | "caller">,
  recipients: readonly Paid[],
): Promise<void> {
  const { kind, clientId } = ctx.caller;
  if (kind !== "clientId" || !clientId?.isBrowser || !clientId.payeeDestinationId) return;
  const bound = await boundDestination(ctx, clientId);
  if (!bound || !recipients.every((paid) => isPaidAt(bound, paid))) throw destinationMismatch();
}

/** Who is paid in which token; the address in stored form. */
export interface Paid {
  payee: string;
  token: Token;
}

/** Whether this is the wallet, the network and the token of a destination. The native coin has no destination. */
export function isPaidAt(destination: DestinationRow, { payee, token }: Paid): boolean {
  if (token.address === null) return false;
  return destinationId(token.network, payee, token.address) === destination.destinationId;
}

/** 403 in the documented words (behaviour.md §4.2). */
export function destinationMismatch(): ApiError {
  return new ApiError(
    "destination_mismatch",
    "Destination does not match the configured payment destination.",
  );
}
