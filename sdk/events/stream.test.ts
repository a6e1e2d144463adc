import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownEnvironment } from "@/sdk/client/environment";
import { PermissionError, Quittance, type StreamPosition } from "@/sdk/index";
import { aClient } from "@/sdk/testing/client";
import { startService, type TestService } from "@/sdk/testing/service";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { aTenant } from "@/server/testing/api";
import { seeded } from "@/server/testing/mutate";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";

/** A service with this history, which answers calls for its events. */
function historyOf(first: { epoch: string; length: number }) {
  let { epoch, length } = first;
  const asked: number[] = [];
  /** Answers of these statuses come before the next page. */
  const troubles: (number | "lost")[] = [];
  const fetch = async (url: string): Promise<Response> => {
    const after = Number(new URL(url).searchParams.get("after"));
    asked.push(after);
    const trouble = troubles.shift();
    if (trouble === "lost") throw new TypeError("fetch failed");
    if (trouble !== undefined) return Response.json({ message: "Trouble" }, { status: trouble });
    const events = Array.from({ length: Math.max(0, Math.min(3, length - after)) }, (_, n) => ({
      id: `${epoch}-${after + n + 1}`,
      body: { event: "payment.confirmed", timestamp: "2026-01-05T12:00:00.000Z", sequence: after + n + 1 },
    }));
    return Response.json({ epoch, earliest: 1, next: after + events.length, events });
  };
  const environment = { ...ownEnvironment(), fetch, sleep: async () => undefined };
  const { events } = aClient("http://127.0.0.1:9", { maxRetries: 0, environment });
  return {
    events,
    asked,
    troubles,
    restore(to: { epoch: string; length: number }) {
      ({ epoch, length } = to);
    },
  };
}

describe("a stream", () => {
  test("gives all events after a number in their order", async () => {
    const { events, asked } = historyOf({ epoch: "a", length: 8 });
    const numbers: number[] = [];
    for await (const { sequence } of events.stream({ after: 1 })) if (numbers.push(sequence) === 7) break;
    expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(asked).toEqual([1, 4, 7]);
  });

  test("that is killed at any moment and goes on after what was kept has handled 1 to n", async () => {
    const random = seeded(200);
    for (let run = 0; run < 200; run++) {
      const length = 1 + Math.floor(random() * 20);
      const { events } = historyOf({ epoch: "a", length });
      const handled: number[] = [];
      for (let kept = 0; kept < length; ) {
        const until = Math.floor(random() * 6);
        let seen = 0;
        for await (const { sequence } of events.stream({ after: kept })) {
          handled.push(sequence);
          // Killed before it is kept: it comes again.
          if (seen++ === until) break;
          kept = sequence;
          if (sequence === length) break;
        }
      }
      expect([...new Set(handled)]).toEqual(Array.from({ length }, (_, n) => n + 1));
    }
  });

  test("waits for the end of an outage and leaves nothing out", async () => {
    const { events, troubles } = historyOf({ epoch: "a", length: 7 });
    troubles.push("lost", 500, 503, 429);
    const [numbers, told]: [number[], string[]] = [[], []];
    const onTrouble = ({ name }: Error) => told.push(name);
    for await (const { sequence } of events.stream({ onTrouble })) {
      if (sequence === 3) troubles.push(502);
      if (numbers.push(sequence) === 7) break;
    }
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(told).toEqual(["NoAnswerError", "ServiceError", "ServiceError", "RateLimitError", "ServiceError"]);
  });

  test("throws what waiting does not mend", async () => {
    const { events, troubles } = historyOf({ epoch: "a", length: 7 });
    troubles.push(403);
    await expect(events.stream().next()).rejects.toBeInstanceOf(PermissionError);
  });

  test("of a restored service begins again, before it gives an event of it", async () => {
    const history = historyOf({ epoch: "before", length: 9 });
    const positions: StreamPosition[] = [];
    const ids: string[] = [];
    const onEpoch = (position: StreamPosition) => positions.push(position);
    for await (const { id, sequence } of history.events.stream({ after: 4, onEpoch })) {
      ids.push(id);
      if (id === "before-7") history.restore({ epoch: "after", length: 10 });
      if (id === "after-10") break;
      expect(sequence).toBeLessThanOrEqual(10);
    }
    expect(positions).toEqual([
      { epoch: "before", after: 4 },
      { epoch: "after", after: 0 },
    ]);
    expect(ids.filter((id) => id.startsWith("after"))).toEqual(
      Array.from({ length: 10 }, (_, n) => `after-${n + 1}`),
    );
  });

  test("of a service that was restored while nobody read begins again too", async () => {
    const { events, asked } = historyOf({ epoch: "after", length: 2 });
    const ids: string[] = [];
    for await (const { id } of events.stream({ after: 900, epoch: "before" })) if (ids.push(id) === 2) break;
    expect({ ids, asked }).toEqual({ ids: ["after-1", "after-2"], asked: [900, 0] });
  });

  test("whose calls are answered at once without an event does not ask without a pause", async () => {
    const pauses: number[] = [];
    const controller = new AbortController();
    const fetch = async () => Response.json({ epoch: "a", earliest: null, next: 0, events: [] });
    const sleep = async (ms: number) => {
      if (pauses.push(ms) === 3) controller.abort();
    };
    const environment = { ...ownEnvironment(), fetch, sleep };
    const { events } = aClient("http://127.0.0.1:9", { environment });
    for await (const _ of events.stream({ signal: controller.signal })) expect.unreachable();
    expect(pauses.every((ms) => ms >= 500)).toBe(true);
  });
});

describe("a stream of the service itself", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.close());

  test("gives what happened and what happens, of its own account alone, and ends with its signal", async () => {
    const [mine, other] = [await aTenant(service.api), await aTenant(service.api)];
    const announce = (platformId: string, paymentId: string) =>
      inTransaction(service.api.app.context(systemCaller(platformId)), (tx) =>
        enqueueEvents(tx, [aConfirmedPayment(platformId, { paymentId })]),
      );
    await announce(mine.platformId, "first");
    await announce(other.platformId, "of somebody else");
    const client = new Quittance({ baseUrl: service.url, apiKey: mine.apiKey });
    const controller = new AbortController();
    const told: unknown[] = [];
    for await (const { sequence, body } of client.events.stream({ signal: controller.signal })) {
      told.push([sequence, body.event === "payment.confirmed" ? body.paymentId : body.event]);
      // The next call waits for it.
      if (sequence === 1) void announce(mine.platformId, "second");
      if (sequence === 2) setImmediate(() => controller.abort());
    }
    expect(told).toEqual([
      [1, "first"],
      [2, "second"],
    ]);
  });
});
