import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { z } from "zod";
import { NODE_NAMES, type NodeName } from "@/scripts/high-availability/nodes";

/** Ends what hangs: a cluster is there within a minute. */
const PATIENCE_MS = 120_000;

const Members = z.object({
  members: z.array(z.object({ name: z.enum(NODE_NAMES), role: z.string(), state: z.string() })),
});

/** Who is what, as the Patroni at this `host:port` says; null while it does not answer. */
export async function rolesBy(address: string): Promise<Map<NodeName, string> | null> {
  try {
    // Patroni ends connections that stand idle, and may do so while the next call is on its way.
    const headers = { connection: "close" };
    const signal = AbortSignal.timeout(2_000);
    const answer = await fetch(`http://${address}/cluster`, { headers, signal });
    const { members } = Members.parse(await answer.json());
    return new Map(members.map(({ name, role, state }) => [name, isUp(state) ? role : "down"]));
  } catch {
    // It starts, was stopped or killed: another one is asked.
    return null;
  }
}

const isUp = (state: string) => state === "running" || state === "streaming";

/** Whether a server takes writes now. */
export async function takesWrites(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => {} });
  try {
    const [row] = await sql<{ takes: boolean }[]>`select not pg_is_in_recovery() as takes`;
    return row?.takes ?? false;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** What `look` finds, once it is something. */
export async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await delay(250)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error(`waited in vain for ${what}`);
}
