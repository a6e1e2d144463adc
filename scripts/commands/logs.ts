import { setTimeout as delay } from "node:timers/promises";
import { type CalledRow, requestLog } from "@/scripts/service/dashboard";
import { serviceCommand } from "@/scripts/service/service-command";
import { shown } from "@/scripts/service/shown";
import { whole } from "@/scripts/service/whole";

const PAUSE_MS = 1_000;
/** Calls are written some at a time and are not in order then: so many of the newest are read each time and compared by ID. */
const READ_AGAIN = 100;

/** `quittance logs tail`: the service's log of calls made with the account's credentials, oldest first, and then as they come. */
export const tail = serviceCommand(
  "logs tail",
  async ({ client, options, isJson, print, say, interrupted }) => {
    const { method, status, path, credential, once } = options;
    const filter = Object.fromEntries(
      Object.entries({ method: method?.toUpperCase(), status, path, credential }).filter(([, one]) => one),
    );
    const rows = whole("--rows", options.rows);
    const signal = interrupted();
    const newest = await requestLog(client, filter, Math.max(rows, READ_AGAIN), signal);
    const told = new Set(newest.map(({ id }) => id));
    const first = newest.slice(0, rows).reverse();
    if (once) {
      for (const row of isJson ? [] : first) say(lineOf(row));
      return { data: { entries: first } };
    }
    const tell = (row: CalledRow) => print(isJson ? `${JSON.stringify(row)}\n` : `${lineOf(row)}\n`);
    for (const row of first) tell(row);
    while (!signal.aborted) {
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
      const found = await requestLog(client, filter, READ_AGAIN, signal).catch((error: unknown) => {
        if (signal.aborted) return [];
        throw error;
      });
      for (const row of found.filter(({ id }) => !told.has(id)).reverse()) {
        told.add(row.id);
        tell(row);
      }
    }
    return { data: undefined };
  },
);

function lineOf({ at, method, path, status, latencyMs, credential, requestId }: CalledRow): string {
  const who = credential.label ?? credential.kind;
  return [at, status, method.padEnd(6), shown(path), `${latencyMs} ms`, shown(who), requestId].join("  ");
}
