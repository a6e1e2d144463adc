import { sql } from "drizzle-orm";
import { invoiceSeries } from "@/db/schema";
import type { Tx } from "@/server/context";

export interface DrawnNumber {
  series: string;
  sequence: number;
  number: string;
}

/** At least as many digits, so that numbers sort as text while a year has less than a hundred thousand. */
const DIGITS = 5;

/**
 * The next number of a series, drawn in the commit that issues: others who draw wait until it is over, and where it does not come to
 * be the number is drawn again. `issuedOn` is the day in the issuer's time zone, whose year stands for `{year}`.
 */
export async function drawNumber(
  tx: Tx,
  { pattern, firstNumber, issuedOn }: { pattern: string; firstNumber: number; issuedOn: string },
): Promise<DrawnNumber> {
  const series = pattern.replaceAll("{year}", issuedOn.slice(0, 4));
  const [row] = await tx.db
    .insert(invoiceSeries)
    .values({ platformId: tx.caller.platformId, series, lastNumber: firstNumber })
    .onConflictDoUpdate({
      target: [invoiceSeries.platformId, invoiceSeries.series],
      set: { lastNumber: sql`${invoiceSeries.lastNumber} + 1` },
    })
    .returning();
  if (!row) throw new Error("no number was drawn");
  const sequence = row.lastNumber;
  return { series, sequence, number: series + String(sequence).padStart(DIGITS, "0") };
}
