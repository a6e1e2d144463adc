import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";

let tron: TestTron;
beforeAll(async () => {
  tron = await startTronNode({ mining: "instant" });
});
afterEach(async () => {
  tron.control.heal();
  tron.control.resume();
  // The block that is being made would come in the middle of the next test: this one comes after it.
  await tron.control.mine();
});
afterAll(() => tron?.stop());

let amount = 1n;
const transfer = () =>
  tron.send("payer", {
    contract: tron.usdc,
    signature: "transfer(address,uint256)",
    parameters: [
      { type: "address", value: tron.accounts.recipient.tronAddress },
      { type: "uint256", value: amount++ },
    ],
  });
const info = (id: string) => tron.wallet("wallet/gettransactioninfobyid", { value: id });
const balance = async () => {
  const answer = await tron.wallet("wallet/triggerconstantcontract", {
    owner_address: tron.accounts.recipient.tronAddress,
    contract_address: tron.usdc,
    function_selector: "balanceOf(address)",
    parameter: tron.accounts.recipient.address.slice(2).padStart(64, "0"),
    visible: true,
  });
  return BigInt(`0x${z.tuple([z.string()]).parse(answer.constant_result)[0]}`);
};

describe("the knobs", () => {
  test("a broadcast is accepted and its transaction never seen again", async () => {
    const before = await balance();
    tron.control.fault({ loseNext: 1 });
    const lost = await transfer();
    const next = await transfer();
    await tron.control.solidify();
    expect(await info(lost)).toEqual({});
    expect(await info(next)).toMatchObject({ id: next });
    expect(await balance()).toBe(before + amount - 1n);
  });

  test("a block is replaced: the transaction returns to the pool and comes again, elsewhere, once", async () => {
    const before = await balance();
    const id = await transfer();
    const first = z.object({ blockNumber: z.number() }).parse(await info(id));
    const block = await tron.wallet("wallet/getblockbynum", { num: first.blockNumber });
    await tron.control.mine(2);
    tron.control.pause();
    await tron.control.reorg(3);
    expect(await info(id)).toEqual({});
    expect(await balance()).toBe(before);
    const other = await tron.wallet("wallet/getblockbynum", { num: first.blockNumber });
    expect(other.blockID).not.toBe(block.blockID);
    expect(await tron.wallet("wallet/getblockbyid", { value: block.blockID })).toEqual({});
    await tron.control.mine();
    expect(await info(id)).toMatchObject({ id, blockNumber: first.blockNumber + 4 });
    expect(await balance()).toBe(before + amount - 1n);
  });

  test("a block is replaced and its transaction is gone, with its fee; it can be broadcast again", async () => {
    const web = await tron.tronWeb("payer");
    const trx = () => web.trx.getUnconfirmedBalance(tron.accounts.payer.tronAddress);
    const before = [await balance(), await trx()];
    const id = await transfer();
    const signed = await web.trx.getTransaction(id);
    expect(await trx()).toBeLessThan(Number(before[1]));
    await tron.control.reorg(1, "dropped");
    await tron.control.solidify();
    expect(await info(id)).toEqual({});
    expect([await balance(), await trx()]).toEqual(before);
    expect(await tron.wallet("wallet/broadcasttransaction", { ...signed })).toEqual({
      result: true,
      txid: id,
    });
  });

  test("solid blocks cannot be replaced", async () => {
    await tron.control.solidify();
    await expect(tron.control.reorg(20)).rejects.toThrow(/is solid/);
    await tron.control.reorg(19);
  });

  test("a node throttles so many calls, or until it is healed", async () => {
    const status = async (path: string) => (await fetch(`${tron.url}/${path}`)).status;
    tron.control.fault({ throttle: { status: 429, times: 2 } });
    expect([await status("wallet/getnowblock"), await status("jsonrpc")]).toEqual([429, 429]);
    expect(await status("wallet/getnowblock")).toBe(200);
    tron.control.fault({ throttle: { status: 503, path: "walletsolidity" } });
    expect([await status("wallet/getnowblock"), await status("walletsolidity/getnowblock")]).toEqual([
      200, 503,
    ]);
    tron.control.heal();
    expect(await status("walletsolidity/getnowblock")).toBe(200);
  });

  test("a broadcast answers the code it is told to", async () => {
    tron.control.fault({ refuse: { code: "SERVER_BUSY", message: "Server busy.", times: 1 } });
    await expect(transfer()).rejects.toThrow("SERVER_BUSY: Server busy.");
    await transfer();
  });

  test("a broadcast answers a code and is in the pool all the same", async () => {
    const before = await balance();
    const code = "NOT_ENOUGH_EFFECTIVE_CONNECTION";
    tron.control.fault({ refuse: { code, message: "P2P broadcast failed.", taken: true, times: 1 } });
    await expect(transfer()).rejects.toThrow(code);
    await expect.poll(balance).toBe(before + amount - 1n);
  });

  test("a node of one's own is too busy with status 200", async () => {
    tron.control.fault({ throttle: { status: 200, times: 1 } });
    expect(await tron.wallet("wallet/getnowblock")).toEqual({
      Error: "class java.lang.IllegalAccessException : lack of computing resources",
    });
  });

  test("a paused chain accepts and makes no block", async () => {
    const web = await tron.tronWeb("payer");
    tron.control.pause();
    const { head } = tron.control.status();
    const sent = await web.trx.sendTrx(tron.accounts.recipient.tronAddress, 1);
    expect(sent.result).toBe(true);
    expect(tron.control.status()).toMatchObject({ head, pending: [sent.txid] });
    tron.control.resume();
    await expect.poll(() => tron.control.status().pending).toEqual([]);
  });

  test("can be turned over HTTP by a program outside, which learns that this is no real node", async () => {
    const turn = async (verb: string, body: object) => {
      const answer = await fetch(`${tron.url}/simulator/${verb}`, {
        method: "POST",
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) };
    };
    const { head } = tron.control.status();
    expect(await turn("mine", { blocks: 3 })).toMatchObject({ body: { simulator: true, head: head + 3 } });
    await turn("fault", { throttle: { status: 403 } });
    expect((await fetch(`${tron.url}/wallet/getnowblock`)).status).toBe(403);
    await turn("heal", {});
    expect((await fetch(`${tron.url}/wallet/getnowblock`)).status).toBe(200);
    expect(await turn("mine", { blocks: -1 })).toMatchObject({ status: 400 });
    expect(await turn("print-money", {})).toMatchObject({ status: 400 });
  });
});
