import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { saveChainState } from "@/local/chains/chain-state";
import { type RunningAnvil, startAnvil } from "@/local/evm-node/anvil";
import { rpc } from "@/local/evm-node/rpc";
import { processIdentity } from "@/local/processes/process-identity";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { PATIENTLY } from "@/server/testing/patience";

const log = () => {};
const { merchant, recipient } = developmentAccounts();
const Block = z.object({ number: z.string(), hash: z.string() });
const running: RunningAnvil[] = [];
const made: string[] = [];

function stateFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "quittance-chain-"));
  made.push(directory);
  return join(directory, "state.json");
}

async function start(statePath?: string): Promise<RunningAnvil> {
  const chain = await startAnvil({ chainId: 8453, statePath, log });
  running.push(chain);
  return chain;
}

const block = async (chain: RunningAnvil, tag: string) =>
  Block.parse(await rpc(chain.rpcUrl, "eth_getBlockByNumber", [tag, false]));

/** Sends 7 wei and waits for their block: a node answers the hash a moment before it seals. */
async function pay(chain: RunningAnvil) {
  const hash = await rpc(chain.rpcUrl, "eth_sendTransaction", [
    { from: merchant.address, to: recipient.address, value: "0x7" },
  ]);
  await vi.waitUntil(() => rpc(chain.rpcUrl, "eth_getTransactionReceipt", [hash]), PATIENTLY);
  return hash;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((chain) => chain.stop()));
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

describe("a local chain", () => {
  test("keeps `finalized` 16 blocks behind the head", async () => {
    const chain = await start();
    await rpc(chain.rpcUrl, "anvil_mine", ["0x64"]);
    expect(
      Number((await block(chain, "latest")).number) - Number((await block(chain, "finalized")).number),
    ).toBe(16);
    expect(Number((await block(chain, "safe")).number)).toBe(92);
  });

  test("mines a transaction at once and stands still when idle", async () => {
    const chain = await start();
    await pay(chain);
    expect(await rpc(chain.rpcUrl, "eth_blockNumber", [])).toBe("0x1");
  });

  test("is the same chain after an orderly restart: blocks, transactions and balances", async () => {
    const path = stateFile();
    const first = await start(path);
    const hash = await pay(first);
    await rpc(first.rpcUrl, "anvil_mine", ["0x5"]);
    const [head, balance] = [await block(first, "latest"), await balanceOf(first)];
    await first.stop();
    expect(processIdentity(first.pid)).toBeUndefined();

    const second = await start(path);
    expect(await block(second, "latest")).toEqual(head);
    expect(await balanceOf(second)).toBe(balance);
    expect(await rpc(second.rpcUrl, "eth_getTransactionReceipt", [hash])).toMatchObject({
      blockNumber: "0x1",
    });
  });

  test("is the same chain after a kill, once its state was saved", async () => {
    const path = stateFile();
    const first = await start(path);
    const saving = new AbortController();
    const saved = saveChainState(first.rpcUrl, path, saving.signal);
    const hash = await pay(first);
    await vi.waitUntil(() => savedBlocks(path) === 2, PATIENTLY);
    const head = await block(first, "latest");
    process.kill(first.pid, "SIGKILL");
    await first.exited;
    saving.abort();
    await saved;

    const second = await start(path);
    expect(await block(second, "latest")).toEqual(head);
    expect(await rpc(second.rpcUrl, "eth_getTransactionReceipt", [hash])).toMatchObject({
      blockNumber: "0x1",
    });
  });

  test("takes another port when the wanted one is in use", async () => {
    const first = await start();
    const second = await startAnvil({ chainId: 1, port: first.port, log });
    running.push(second);
    expect(second.port).not.toBe(first.port);
    expect(await rpc(second.rpcUrl, "eth_chainId", [])).toBe("0x1");
  });
});

const balanceOf = (chain: RunningAnvil) => rpc(chain.rpcUrl, "eth_getBalance", [recipient.address, "latest"]);

function savedBlocks(path: string): number {
  try {
    return z.object({ blocks: z.array(z.unknown()) }).parse(JSON.parse(readFileSync(path, "utf8"))).blocks
      .length;
  } catch {
    return 0;
  }
}
