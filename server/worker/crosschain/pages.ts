import type { DepositRow } from "@/server/crosschain/deposit-row";
import { AT_ONCE } from "@/server/crosschain/follow";

/** Goes through all deposits, `AT_ONCE` at a time; "more" when the blocks of some were not read to their end. */
export async function throughPages(
  pageAfter: (last: DepositRow | undefined) => Promise<DepositRow[]>,
  work: (rows: readonly DepositRow[]) => Promise<"idle" | "more">,
): Promise<"idle" | "more"> {
  let outcome: "idle" | "more" = "idle";
  let rows = await pageAfter(undefined);
  while (rows.length > 0) {
    if ((await work(rows)) === "more") outcome = "more";
    rows = rows.length < AT_ONCE ? [] : await pageAfter(rows.at(-1));
  }
  return outcome;
}
