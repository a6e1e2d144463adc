import { readFileSync } from "node:fs";

/** A connection that a server took, as its log says. */
export interface OpenedConnection {
  /** By the clock of the server. */
  at: number;
  application: string;
}

const AUTHORIZED =
  /^(\S+ \S+) UTC \[\d+\] LOG: {2}connection authorized: user=\S+ database=quittance(?: application_name=(.*))?$/gm;

/** The connections to `quittance` in the log of a server, in their order. */
export function openedConnections(logFile: string): OpenedConnection[] {
  return [...readFileSync(logFile, "utf8").matchAll(AUTHORIZED)].map(([, at = "", application = ""]) => ({
    at: Date.parse(`${at.replace(" ", "T")}Z`),
    application,
  }));
}

/** The most of them within any span of this length. */
export function busiest(opened: readonly OpenedConnection[], spanMs: number): number {
  const times = opened.map(({ at }) => at).toSorted((one, other) => one - other);
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last++) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= spanMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
