import { expect, test } from "vitest";
import { ownEnvironment } from "@/sdk/client/environment";
import { aClient } from "@/sdk/testing/client";

/** A service where a request is paid at this reading. */
function paidAt(reading: number, afterPause: (pauses: number) => void = () => undefined) {
  const pauses: number[] = [];
  let readings = 0;
  const fetch = async () => {
    readings += 1;
    return Response.json({ requestId: "r", hasBeenPaid: readings >= reading });
  };
  const sleep = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    afterPause(pauses.push(ms));
  };
  return { ...aClient("http://127.0.0.1:9", { environment: { ...ownEnvironment(), fetch, sleep } }), pauses };
}

test("waits until a request is paid, with pauses that grow to five seconds", async () => {
  const { requests, pauses } = paidAt(12);
  expect(await requests.waitUntilPaid("r")).toMatchObject({ hasBeenPaid: true });
  expect(pauses).toHaveLength(11);
  expect(pauses[0]).toBe(1_000);
  expect(pauses.at(-1)).toBe(5_000);
});

test("waits no longer than its signal", async () => {
  const controller = new AbortController();
  const { requests, pauses } = paidAt(Number.POSITIVE_INFINITY, (count) => {
    if (count === 3) controller.abort(new Error("closed the page"));
  });
  const waiting = requests.waitUntilPaid("r", { signal: controller.signal });
  await expect(waiting).rejects.toThrow("closed the page");
  expect(pauses).toHaveLength(3);
});
