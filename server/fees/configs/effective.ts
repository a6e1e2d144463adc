import { and, eq, isNull, or } from "drizzle-orm";
import { orchestratorFeeConfigs } from "@/db/schema";
import type { Reads } from "@/server/context";
import type { ChargedFee } from "@/server/fees/configs/schema";

export type FeeConfigRow = typeof orchestratorFeeConfigs.$inferSelect;

/** Whose payments are asked about: of one client ID, or, with null, of any that has no fee of its own. */
export interface ChargedScope {
  orchestratorId: string;
  clientIdId: string | null;
}

/** The active fees of payments of a client ID (FE-05). */
export async function effectiveFees(
  { db }: Pick<Reads, "db">,
  { orchestratorId, clientIdId }: ChargedScope,
): Promise<FeeConfigRow[]> {
  const configs = orchestratorFeeConfigs;
  const isInScope = or(
    isNull(configs.clientIdId),
    clientIdId === null ? undefined : eq(configs.clientIdId, clientIdId),
  );
  const rows = await db
    .select()
    .from(configs)
    .where(and(eq(configs.orchestratorId, orchestratorId), eq(configs.status, "active"), isInScope))
    .orderBy(configs.flow, configs.feeBearer, configs.id);
  return withoutReplaced(rows);
}

/** A client ID's fee replaces the default of the same flow and bearer; the others stay (FE-06). */
export function withoutReplaced<Row extends Pick<FeeConfigRow, "clientIdId" | "flow" | "feeBearer">>(
  rows: readonly Row[],
): Row[] {
  const slotOf = ({ flow, feeBearer }: Row) => `${flow} ${feeBearer}`;
  const own = new Set(rows.filter((row) => row.clientIdId !== null).map(slotOf));
  return rows.filter((row) => row.clientIdId !== null || !own.has(slotOf(row)));
}

/** The same as a platform is shown it: what it costs, not where it goes. */
export async function chargedFees(ctx: Pick<Reads, "db">, scope: ChargedScope): Promise<ChargedFee[]> {
  const rows = await effectiveFees(ctx, scope);
  return rows
    .filter(({ bps }) => bps > 0)
    .map(({ flow, feeBearer, bps, usdCap }) => ({ flow, feeBearer, bps, usdCap }));
}
