import { and, desc, eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { DestinationRow } from "@/server/payee-destinations/describe";

type Db = Pick<Reads, "db">;

/** The one destination a wallet is paid at now, or null. `walletAddress` is in stored form. */
export async function activeDestination({ db }: Db, walletAddress: string): Promise<DestinationRow | null> {
  const [row] = await db
    .select()
    .from(payeeDestinations)
    .where(
      and(
        eq(payeeDestinations.walletAddress, walletAddress),
        eq(payeeDestinations.active, true),
        eq(payeeDestinations.claimed, true),
      ),
    );
  return row ?? null;
}

/**
 * The destination with this ID in its canonical form: the active one, else the one that had the route last, or
 * null.
 */
export async function destinationById({ db }: Db, destinationId: string): Promise<DestinationRow | null> {
  const [row] = await db
    .select()
    .from(payeeDestinations)
    .where(eq(payeeDestinations.destinationId, destinationId))
    .orderBy(desc(payeeDestinations.active), desc(payeeDestinations.updatedAt), desc(payeeDestinations.id))
    .limit(1);
  return row ?? null;
}
