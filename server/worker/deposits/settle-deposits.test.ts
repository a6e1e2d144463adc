import { asc } from "drizzle-orm";
import { type Hex, parseEther, parseGwei } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getDeposits } from "@/app/v1/dashboard/deposits/route";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { settlers, settlerTransactions } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { collectingCall } from "@/server/chains/deposit-collection";
import { developmentAccount } from "@/server/chains/development-accounts";
import type { TransactionNode } from "@/server/chains/transaction-node";
import { createSigner } from "@/server/executor/signer";
import { scrape } from "@/server/http/monitoring/scrape";
import { auditSettler } from "@/server/settler/audit";
import type { SettlerParts } from "@/server/settler/parts";
import { newSettlerMemory, settle } from "@/server/settler/settle";
import type { TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { changedNode } from "@/server/testing/evm/changed-node";
import { freezingUsdc } from "@/server/testing/evm/freezing-token";
import { plainTransfer } from "@/server/testing/evm/plain-transfer";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { untilMined } from "@/server/testing/evm/until-mined";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { balanceOf } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { depositBook } from "./settle-deposits";

const USDC = "USDC-sepolia";
/** No executor, no payer: its nonces are the settler's. */
const SETTLER = developmentAccount(7);

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let memory = newSettlerMemory();

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", {
    RATE_LIMITS: "off",
    SETTLER_KEY_SEPOLIA: SETTLER.privateKey,
  }));
});
afterAll(() => stop?.());
beforeEach(async () => {
  memory = newSettlerMemory();
  await chain.rpc("evm_setAutomine", true);
  await chain.rpc("anvil_setBalance", SETTLER.address, `0x${parseEther("10").toString(16)}`);
});

const hex = (text: string): Hex => `0x${text.slice(2)}`;
const has = (wallet: string) => balanceOf(chain, tokenAddress(USDC), hex(wallet));
const watch = () => watchAll(api, "sepolia");
const stored = () =>
  api.app.database.db
    .select()
    .from(settlerTransactions)
    .orderBy(asc(settlerTransactions.nonce), asc(settlerTransactions.attempt));
const context = () => api.app.context(systemCaller(""));
const state = async () => (await api.app.database.db.select().from(settlers))[0]?.state;

function parts(more: Partial<SettlerParts> = {}): SettlerParts {
  const adapter = api.app.chains.list().find(({ network }) => network.id === "sepolia");
  const { transactions: node, network } = adapter ?? {};
  const settings = api.app.config.settlers.sepolia;
  if (!adapter || !node || network?.family !== "evm" || !settings) throw new Error("no settler");
  const signer = createSigner(settings.signer);
  return { network, chain: adapter, node, signer, settings, book: depositBook, ...more };
}

/** What it sends is in a block afterwards, where the node makes blocks by itself: that takes a moment. */
async function pass(more: Partial<SettlerParts> = {}, owner = "worker") {
  const outcome = await settle(context(), parts(more), owner, memory);
  await untilMined(chain);
  return outcome;
}

/** A node in front of the real one that does something else at a step. */
function nodeWith(changes: Partial<TransactionNode>): Partial<SettlerParts> {
  return { node: changedNode(parts().node, changes) };
}

interface Given {
  shop: Merchant;
  address: string;
  payee: string;
}

/** A request of a new account, of which a plain transfer has brought so much to its deposit address. */
async function aDeposit(units = 200_000_000n, payee = aWallet()): Promise<Given> {
  const shop = await aMerchant(api);
  const body = { payee, amount: "200", invoiceCurrency: USDC, paymentCurrency: USDC };
  const created = await send(postRequest, "/v2/request", { method: "POST", headers: shop.key, body });
  expect(created.status).toBe(201);
  const requestId = String(created.body.requestId);
  const path = `/v2/request/${requestId}/pay?method=deposit`;
  const told = await send(getCalldata, path, { headers: shop.key, params: { requestId } });
  const { address } = told.body.depositAddress;
  await plainTransfer(chain, { currency: USDC, to: address, units });
  await watch();
  return { shop, address, payee };
}

/** Everything is collected and final, so that no test finds what another one left. */
async function finish(): Promise<void> {
  await chain.rpc("evm_setAutomine", true);
  await chain.rpc("anvil_mine", "0x1");
  await pass();
  await chain.rpc("anvil_mine", "0x60");
  await watch();
  await pass();
}

describe("the settler", () => {
  test("collects for several accounts in one transaction, and each payee has the money", async () => {
    const given = [await aDeposit(), await aDeposit(), await aDeposit()];
    expect(await pass()).toBe("more");
    const sent = await stored();
    expect(sent).toMatchObject([{ addresses: 3, state: "pending", attempt: 1 }]);
    for (const { payee, address } of given) {
      expect(await has(payee)).toBe(200_000_000n);
      expect(await has(address)).toBe(0n);
    }
    expect(await pass()).toBe("idle");
    expect((await stored())[0]).toMatchObject({ state: "mined", succeeded: true, isSettled: false });
    await watch();
    for (const { shop } of given) {
      const { body } = await send(getDeposits, "/v1/dashboard/deposits", { headers: shop.session.cookie });
      expect(body.groups).toEqual([]);
    }
    await finish();
    expect(await stored()).toMatchObject([{ state: "mined", isSettled: true }]);
    const adapter = api.app.chains.list()[0];
    expect(adapter && (await auditSettler(context(), adapter))).toEqual({
      network: "sepolia",
      transactions: 1,
      differences: [],
    });
    expect(await scrape(api.app)).toContain('quittance_settler_state{network="sepolia",state="ok"} 1');
  });

  test("leaves what is not worth its gas, and collects it when more is there", async () => {
    const { address, payee } = await aDeposit(10_000n);
    const before = (await stored()).length;
    expect(await pass()).toBe("idle");
    expect(await stored()).toHaveLength(before);
    expect(await has(address)).toBe(10_000n);
    const cheap = { settings: { ...parts().settings, gasMultiple: 1, maxFee: parseGwei("500") } };
    const free = nodeWith({ fees: async () => ({ baseFee: 1n, tip: 0n, blockGasLimit: 30_000_000n }) });
    expect(await pass({ ...cheap, ...free })).toBe("more");
    await finish();
    expect(await has(payee)).toBe(10_000n);
  });

  test("stored a transaction and died before a node had it: the next pass sends the same bytes", async () => {
    const { payee } = await aDeposit();
    const died = nodeWith({
      broadcast: async () => {
        throw new Error("killed");
      },
    });
    await expect(pass(died)).rejects.toThrow("killed");
    expect(await has(payee)).toBe(0n);
    const [last] = (await stored()).slice(-1);
    expect(last).toMatchObject({ state: "pending" });
    await pass();
    expect(await has(payee)).toBe(200_000_000n);
    expect((await stored()).at(-1)).toMatchObject({ id: last?.id, hash: last?.hash, attempt: 1 });
    await finish();
  });

  test("of two workers at once one sends", async () => {
    const { payee } = await aDeposit();
    const before = (await stored()).length;
    const outcomes = await Promise.all([
      settle(context(), parts(), "worker", newSettlerMemory()),
      settle(context(), parts(), "other", newSettlerMemory()),
    ]);
    expect(outcomes.toSorted()).toEqual(["idle", "more"]);
    expect(await stored()).toHaveLength(before + 1);
    expect(await has(payee)).toBe(200_000_000n);
    await api.app.database.db.update(settlers).set({ leaseOwner: null, leaseUntil: null });
    await finish();
  });

  test("what somebody else collects first is passed over, and the rest is collected", async () => {
    const [first, second] = [await aDeposit(), await aDeposit()];
    await chain.rpc("evm_setAutomine", false);
    expect(await pass()).toBe("more");
    // A merchant pays more for gas, and is first in the block.
    const { call } = await collectingOf(first);
    await chain.wallet("payer").sendTransaction({
      to: call.to,
      data: call.data,
      gas: 600_000n,
      maxFeePerGas: parseGwei("400"),
      maxPriorityFeePerGas: parseGwei("200"),
    });
    await finish();
    expect(await has(first.payee)).toBe(200_000_000n);
    expect(await has(second.payee)).toBe(200_000_000n);
    expect((await stored()).at(-1)).toMatchObject({ state: "mined", succeeded: true, addresses: 2 });
  });

  test("an address that cannot be collected from costs no gas, and stops no other", async () => {
    const frozen = await aDeposit();
    const freeze = await freezingUsdc(chain);
    await freeze(hex(frozen.payee), true);
    const other = await aDeposit();
    await pass();
    expect((await stored()).at(-1)).toMatchObject({ addresses: 1 });
    // It is sent; the node mines it in its own time.
    await expect.poll(() => has(other.payee)).toBe(200_000_000n);
    await finish();
    const before = (await stored()).length;
    await pass();
    expect(await stored()).toHaveLength(before);
    expect(await has(frozen.address)).toBe(200_000_000n);
    await freeze(hex(frozen.payee), false);
    memory = newSettlerMemory();
    await finish();
    expect(await has(frozen.payee)).toBe(200_000_000n);
  });

  test("a transaction that blocks leave out is replaced by one that pays more", async () => {
    const { payee } = await aDeposit();
    await chain.rpc("evm_setAutomine", false);
    const before = (await stored()).length;
    await pass();
    const [first] = (await stored()).slice(before);
    // The pool forgets it, and blocks go by.
    await chain.rpc("anvil_dropAllTransactions");
    await chain.rpc("anvil_mine", "0x6");
    await pass();
    const sent = (await stored()).slice(before);
    expect(sent.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(sent[1]?.nonce).toBe(first?.nonce);
    expect(sent[1]?.maxPriorityFee).toBeGreaterThan(first?.maxPriorityFee ?? 0n);
    await finish();
    expect(await has(payee)).toBe(200_000_000n);
    expect((await stored()).slice(before).map(({ state, isSettled }) => [state, isSettled])).toEqual([
      ["lost", true],
      ["mined", true],
    ]);
  });

  test("a block that is taken back makes its transaction wait, and it is sent again", async () => {
    const { payee } = await aDeposit();
    await pass();
    await pass();
    expect((await stored()).at(-1)).toMatchObject({ state: "mined", isSettled: false });
    await chain.rpc("anvil_reorg", 1, []);
    await chain.rpc("anvil_dropAllTransactions");
    expect(await has(payee)).toBe(0n);
    await pass();
    expect((await stored()).at(-1)).toMatchObject({ state: "pending", blockHash: null });
    await finish();
    expect(await has(payee)).toBe(200_000_000n);
  });

  test("waits and says why", async () => {
    const { payee } = await aDeposit();
    const { settings } = parts();
    await chain.rpc("anvil_setBalance", SETTLER.address, "0x1");
    await pass();
    expect(await state()).toBe("out_of_gas");
    await chain.rpc("anvil_setBalance", SETTLER.address, `0x${parseEther("10").toString(16)}`);
    await pass({ settings: { ...settings, maxFee: 1n } });
    expect(await state()).toBe("fee_above_ceiling");
    await pass({ settings: { ...settings, perDay: 1 } });
    expect(await state()).toBe("daily_limit");
    const refusing = nodeWith({ broadcast: async () => ({ kind: "refused", message: "no" }) });
    await pass(refusing);
    expect(await state()).toBe("refused_by_node");
    const account = parts().node.account;
    const foreign = nodeWith({
      account: async (address) => {
        const found = await account.call(parts().node, address);
        return { ...found, pendingNonce: found.nonce + 1n };
      },
    });
    await finish();
    expect(await has(payee)).toBe(200_000_000n);
    await pass(foreign);
    expect(await state()).toBe("foreign_transaction");
    await pass();
    expect(await state()).toBe("ok");
  });

  test("the audit names a transaction of the account that this service did not send", async () => {
    const hash = await chain.wallet(7).sendTransaction({ to: SETTLER.address, value: 1n });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    const adapter = api.app.chains.list()[0];
    const report = adapter && (await auditSettler(context(), adapter));
    expect(report?.differences).toMatchObject([{ problem: "not_ours" }]);
  });
});

/** The call that collects from one address. */
async function collectingOf({ address }: Given) {
  const waiting = await depositBook.waiting(context(), "sepolia");
  const one = waiting.find((money) => money.address === address.toLowerCase());
  if (!one) throw new Error("nothing waits there");
  return collectingCall(parts().network, [one.terms]);
}
