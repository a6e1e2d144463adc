import { and, desc, eq, gt, inArray, isNull, lt, or } from "drizzle-orm";
import { incidents } from "@/db/schema";
import type { Tx } from "@/server/context";
import { removeSome } from "@/server/lib/database/prune";
import { newId } from "@/server/lib/ids";
import { INCIDENT_STEPS, type IncidentState, REOPEN_SECONDS } from "@/server/status-page/incident-step";
import type { ServiceState } from "@/server/status-page/service-state";

/** How long an incident is shown and kept after its end. */
export const INCIDENT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Opens, changes and closes incidents as the states ask for (`INCIDENT_STEPS`). Several workers may do so at a time. */
export async function keepIncidents(tx: Tx, states: ReadonlyMap<string, ServiceState>): Promise<void> {
  const now = tx.now();
  const recent = new Date(now.getTime() - REOPEN_SECONDS * 1000);
  const rows = await tx.db
    .select()
    .from(incidents)
    .where(
      and(
        inArray(incidents.component, [...states.keys()]),
        or(isNull(incidents.closedAt), gt(incidents.closedAt, recent)),
      ),
    )
    // One that goes on comes first, then the one that ended last.
    .orderBy(desc(incidents.closedAt))
    .for("update");
  for (const [component, state] of states) {
    const newest = rows.find((row) => row.component === component);
    const step = INCIDENT_STEPS[state][stateOf(newest)];
    if (step.do === "open") await open(tx, component, step.kind);
    if (!newest) continue;
    const set = (values: Partial<typeof incidents.$inferInsert>) =>
      tx.db.update(incidents).set(values).where(eq(incidents.id, newest.id));
    if (step.do === "close") await set({ closedAt: now });
    if (step.do === "reopen") await set({ closedAt: null, kind: step.kind });
    if (step.do === "change" && step.kind !== newest.kind) await set({ kind: step.kind });
  }
}

/** One that another worker opened meanwhile is left as it is. */
async function open(tx: Tx, component: string, kind: (typeof incidents.$inferInsert)["kind"]): Promise<void> {
  const openedAt = tx.now();
  await tx.db
    .insert(incidents)
    .values({ id: newId(openedAt), component, kind, openedAt })
    .onConflictDoNothing();
}

/** One that ended longer than `REOPEN_SECONDS` ago was not read, and is as good as none. */
function stateOf(newest: typeof incidents.$inferSelect | undefined): IncidentState {
  if (!newest) return "none";
  return newest.closedAt === null ? "open" : "closed";
}

/**
 * Puts the operator's words beside an incident, or takes them away (null). Returns whether there is such an incident.
 */
export async function sayOfIncident(tx: Tx, id: string, words: string | null): Promise<boolean> {
  const said = await tx.db
    .update(incidents)
    .set({ words })
    .where(eq(incidents.id, id))
    .returning({ id: incidents.id });
  return said.length > 0;
}

/** Removes incidents that ended more than `INCIDENT_DAYS` ago, at most `limit` of them; returns how many. */
export function pruneIncidents(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  const oldest = new Date(tx.now().getTime() - INCIDENT_DAYS * DAY_MS);
  return removeSome(tx, incidents, lt(incidents.closedAt, oldest), limit);
}
