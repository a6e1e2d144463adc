import { desc, gt, isNull, or } from "drizzle-orm";
import { incidents, WEBHOOKS_COMPONENT } from "@/db/schema";
import { networkById } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { INCIDENT_DAYS } from "@/server/status-page/keep-incidents";
import { FIGURE_HOURS, readFigures } from "@/server/status-page/read-figures";
import { readServices } from "@/server/status-page/read-services";
import type { Status } from "@/server/status-page/schema";

/** How long an answer is given again: the page may be public and busy while everything else is in trouble. */
const KEPT_MS = 15_000;
const MOST_INCIDENTS = 200;
const DAY_MS = 86_400_000;

type Look = Pick<Ctx, "db" | "now" | "config">;

interface Kept {
  at: number;
  status: Promise<Status>;
}

/** What each process found out last, by its settings. */
const kept = new WeakMap<object, Kept>();

/** What the public page shows, found out anew at most every 15 seconds, by one call for all who ask meanwhile. */
export function readStatus(ctx: Look): Promise<Status> {
  const at = ctx.now().getTime();
  const last = kept.get(ctx.config);
  if (last && at - last.at < KEPT_MS && at >= last.at) return last.status;
  const next = { at, status: lookNow(ctx) };
  kept.set(ctx.config, next);
  // A database that was away for a moment is asked again by the next caller.
  next.status.catch(() => {
    if (kept.get(ctx.config) === next) kept.delete(ctx.config);
  });
  return next.status;
}

async function lookNow(ctx: Look): Promise<Status> {
  const at = ctx.now();
  const [services, figures, past] = await Promise.all([
    readServices(ctx),
    readFigures(ctx),
    listIncidents(ctx),
  ]);
  return {
    at: at.toISOString(),
    networks: services.networks.map(({ lastBlock, ...network }) => ({
      ...network,
      lastBlock: lastBlock?.toString() ?? null,
    })),
    webhooks: services.webhooks,
    hours: FIGURE_HOURS,
    ...figures,
    incidents: past.map(({ openedAt, closedAt, id: _id, ...incident }) => ({
      ...incident,
      name: nameOf(incident.component),
      openedAt: openedAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
    })),
  };
}

/** Incidents of the last 90 days, newest first. */
export function listIncidents({ db, now }: Pick<Look, "db" | "now">) {
  const oldest = new Date(now().getTime() - INCIDENT_DAYS * DAY_MS);
  return db
    .select()
    .from(incidents)
    .where(or(isNull(incidents.closedAt), gt(incidents.closedAt, oldest)))
    .orderBy(desc(incidents.openedAt), desc(incidents.id))
    .limit(MOST_INCIDENTS);
}

function nameOf(component: string): string {
  return component === WEBHOOKS_COMPONENT ? "Webhooks" : (networkById(component)?.name ?? component);
}
