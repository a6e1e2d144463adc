import type { ReadEvent } from "@/sim/model/told-again";
import type { RunContext } from "@/sim/workload/run-context";
import type { Tenant } from "@/sim/workload/tenants";

/** All events of an account, as it reads them itself. */
export async function eventsOf(run: RunContext, tenant: Tenant): Promise<ReadEvent[]> {
  const read: ReadEvent[] = [];
  for (let after = 0; ; ) {
    const answer = await run.call({ tenant, method: "GET", path: `/v2/events?after=${after}` });
    const events: { id: string; body: unknown }[] = answer?.body.events ?? [];
    read.push(...events.map(({ id, body }) => ({ id, body: JSON.stringify(body) })));
    if (!answer || events.length === 0) return read;
    after = answer.body.next;
  }
}
