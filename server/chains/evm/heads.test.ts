import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RunningAnvil, startAnvil } from "@/local/evm-node/anvil";
import { rpc } from "@/local/evm-node/rpc";
import { subscribeHeads } from "@/server/chains/evm/heads";
import { PATIENTLY } from "@/server/testing/patience";

const CHAIN = { chainId: 8453, log: () => {} };
const RETRY_MS = 50;

/** An address that stays the same while the node behind it goes away and comes back on another port. */
class Door {
  /** Null while no node is there: connections are broken off. */
  nodePort: number | null = null;
  connections = 0;
  /** Bytes that came in from outside. */
  asked = 0;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((outside) => {
      this.connections += 1;
      outside.on("data", (bytes) => {
        this.asked += bytes.length;
      });
      if (this.nodePort === null) outside.destroy();
      else join(outside, connect(this.nodePort, "127.0.0.1"));
    });
  }

  async open(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }
}

/** Both ends live and die together. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}

let node: RunningAnvil;
let door: Door;
let end: () => void;
const wake = vi.fn();
const trouble = vi.fn();

const subscribe = (woken: () => void, troubled: () => void) =>
  subscribeHeads(`ws://127.0.0.1:${door.port}`, woken, troubled, RETRY_MS);
const called = (mock: typeof wake, times: number) =>
  vi.waitUntil(() => mock.mock.calls.length >= times, PATIENTLY);

beforeEach(async () => {
  vi.resetAllMocks();
  node = await startAnvil(CHAIN);
  door = new Door();
  await door.open();
  door.nodePort = node.port;
  end = subscribe(wake, trouble);
  await called(wake, 1);
});

afterEach(async () => {
  end();
  await node.stop();
  door.close();
});

const mine = () => rpc(node.rpcUrl, "anvil_mine", ["0x1"]);

test("a new head wakes by itself: nothing is asked of the node", async () => {
  const { asked } = door;
  await mine();
  await called(wake, 2);
  expect(wake).toHaveBeenCalledTimes(2);
  expect(door.asked).toBe(asked);
  expect(trouble).not.toHaveBeenCalled();
});

test("a node that went away is told of, and heard again when it is back, also after failed tries", async () => {
  door.nodePort = null;
  await node.stop();
  await called(trouble, 2);
  expect(String(trouble.mock.calls[0])).not.toContain(String(door.port));

  node = await startAnvil(CHAIN);
  door.nodePort = node.port;
  await called(wake, 2);
  await mine();
  await called(wake, 3);
});

test("after the end nothing is heard and nothing is tried again", async () => {
  end();
  await mine();
  door.nodePort = null;
  await node.stop();
  // Another one, in the time of whose tries the first would have made as many.
  const before = door.connections;
  const [otherWake, otherTrouble] = [vi.fn(), vi.fn()];
  const endOther = subscribe(otherWake, otherTrouble);
  await called(otherTrouble, 5);
  endOther();
  expect(door.connections - before).toBe(otherTrouble.mock.calls.length);
  expect(otherWake).not.toHaveBeenCalled();
  expect(wake).toHaveBeenCalledTimes(1);
  expect(trouble).not.toHaveBeenCalled();
});
