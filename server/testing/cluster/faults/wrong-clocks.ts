import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { Fault, World } from "@/server/testing/cluster/fault";
import { linksInTime } from "@/server/testing/cluster/faults/links-in-time";
import type { ReceivedWebhook } from "@/server/testing/webhooks/webhook-receiver";

const AHEAD = 300;
const BEHIND = -300;
/** Ahead of the other processes, and behind them. */
const WEB = 180;
const WORKER = 240;
/** How long each of the wrong clocks lasts. */
const LASTS_MS = 7_000;
/** A clock that was set is seen by then. */
const TAKES_EFFECT_MS = 2_000;
/** So near to a change of the primary or of its clock a delivery may be under way across it. */
const NEAR_MS = 3_000;

/**
 * A web and a worker process are minutes ahead of the others, then behind. After a failover the primary is minutes ahead, then
 * its clock is set minutes behind while it runs. At last all clocks are set right.
 */
export const WRONG_CLOCKS: Fault = {
  name: "clocks of a web and a worker process and of the primary minutes ahead, then behind",
  happen: async (world) => {
    const { cluster, receiver } = world;
    const before = receiver.received.length;
    const links = await linksInTime(world);
    setProcesses(world, 1);
    await delay(LASTS_MS);
    const wrong = await cluster.synchronousStandby();
    const { clock } = cluster.node(wrong);
    clock.set(AHEAD);
    await delay(TAKES_EFFECT_MS);
    await cluster.settled();
    const old = await cluster.leader();
    // Two clocks that are ahead may end a link early, and a switchover takes as long as it takes: only one is wrong in it.
    setProcesses(world, 0);
    // Leases that were taken before the primary changes, or before its clock is set, end by another time than they began.
    const changes = [performance.now()];
    await cluster.switchOver(old, wrong);
    await cluster.leader(old);
    changes.push(performance.now());
    setProcesses(world, -1);
    await delay(LASTS_MS);
    changes.push(performance.now());
    clock.set(BEHIND);
    // One after the other: where a process is ahead before the primary is behind, two clocks are ahead at once.
    await delay(TAKES_EFFECT_MS);
    setProcesses(world, 1);
    await delay(LASTS_MS);
    const checked = await links.judge();
    changes.push(performance.now());
    clock.set(0);
    setProcesses(world, 0);
    await delay(LASTS_MS);
    const sent = receiver.received.slice(before);
    const again = sentAgain(sent);
    const isNear = ({ at }: ReceivedWebhook) =>
      changes.some((change) => at > change - NEAR_MS && at < change + NEAR_MS);
    const unexplained = again.filter((all) => !all.some(isNear));
    expect(
      unexplained.map(([first]) => first?.headers),
      "deliveries that were sent twice",
    ).toEqual([]);
    return [
      `${sent.length} deliveries; twice, because they were under way when the primary or its clock changed: ${again.length}`,
      checked,
    ];
  },
};

function setProcesses({ services }: World, times: 1 | 0 | -1): void {
  services.webClocks[1]?.set(times * WEB);
  services.workerClocks[1]?.set(times * WORKER);
}

/** Each delivery that came more than once, with all that came of it. */
function sentAgain(received: readonly ReceivedWebhook[]): ReceivedWebhook[][] {
  const byId = new Map<string, ReceivedWebhook[]>();
  for (const one of received) {
    const id = String(one.headers["x-service-delivery"]);
    byId.set(id, [...(byId.get(id) ?? []), one]);
  }
  return [...byId.values()].filter((all) => all.length > 1);
}
