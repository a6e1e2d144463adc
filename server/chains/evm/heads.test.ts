import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subscribeHeads } from "@/server/chains/evm/heads";
import { type RunningAnvil, startAnvil } from "@/server/stack/anvil";
import { rpc } from "@/server/stack/rpc";

const CHAIN = { chainId: 8453, log: () => {} };

let node: RunningAnvil;
let end: () => void;
const wake = vi.fn();
const trouble = vi.fn();

beforeEach(async () => {
  vi.resetAllMocks();
  node = await startAnvil(CHAIN);
  end = subscribeHeads(node.wsUrl, wake, trouble);
  await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(1), 5_000);
});

afterEach(async () => {
  end();
  await node.stop();
});

const mine = () => rpc(node.rpcUrl, "anvil_mine", ["0x1"]);

test("a new head wakes at once, without polling", async () => {
  const mined = performance.now();
  await mine();
  await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(2), { timeout: 2_000, interval: 5 });
  expect(performance.now() - mined).toBeLessThan(1_000);
  expect(trouble).not.toHaveBeenCalled();
});

test("a node that went away is told of, and heard again when it is back, also after failed tries", async () => {
  const { port } = node;
  await node.stop();
  await vi.waitFor(() => expect(trouble.mock.calls.length).toBeGreaterThanOrEqual(2), 10_000);
  expect(String(trouble.mock.calls[0])).not.toContain(String(port));

  node = await startAnvil({ ...CHAIN, port });
  expect(node.port).toBe(port);
  await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(2), 10_000);
  await mine();
  await vi.waitFor(() => expect(wake).toHaveBeenCalledTimes(3), 2_000);
}, 30_000);

test("after the end nothing is heard and nothing is tried again", async () => {
  end();
  await mine();
  await node.stop();
  await delay(3_000);
  expect(wake).toHaveBeenCalledTimes(1);
  expect(trouble).not.toHaveBeenCalled();
});
