import { createPublicClient, http, parseAbiItem } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { tronToHex20 } from "@/server/chains/address";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";

const TRANSFER = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");
const Block = z.object({
  blockID: z.string(),
  block_header: z.object({ raw_data: z.object({ number: z.number().default(0), timestamp: z.number() }) }),
  transactions: z.array(z.object({ txID: z.string() })).default([]),
});

let tron: TestTron;
beforeAll(async () => {
  tron = await startTronNode({ mining: "manual" });
});
afterAll(() => tron?.stop());

const transfer = (amount: bigint) =>
  tron.send("payer", {
    contract: tron.usdc,
    signature: "transfer(address,uint256)",
    parameters: [
      { type: "address", value: tron.accounts.recipient.tronAddress },
      { type: "uint256", value: amount },
    ],
  });
const head = async (path: string) => Block.parse(await tron.wallet(`${path}/getnowblock`));
const numberOf = (block: z.infer<typeof Block>) => block.block_header.raw_data.number;

describe("the two views", () => {
  test("the solidified one is 19 blocks behind and shows nothing younger", async () => {
    await tron.control.solidify();
    const id = await transfer(11n);
    const at = await head("wallet");
    expect(numberOf(at) - numberOf(await head("walletsolidity"))).toBe(19);
    for (const [blocks, isSolid] of [
      [18, false],
      [1, true],
    ] as const) {
      await tron.control.mine(blocks);
      const known = await tron.wallet("walletsolidity/gettransactioninfobyid", { value: id });
      expect(Object.keys(known).length > 0).toBe(isSolid);
      const block = await tron.wallet("walletsolidity/getblockbynum", { num: numberOf(at) });
      expect(Object.keys(block).length > 0).toBe(isSolid);
      const finalized = z
        .object({ number: z.string() })
        .parse(await tron.rpc("eth_getBlockByNumber", "finalized", false));
      expect(Number(finalized.number) >= numberOf(at)).toBe(isSolid);
    }
  });

  test("a constant call sees the state of its view", async () => {
    await tron.control.solidify();
    const balance = async (folder: string) => {
      const answer = await tron.wallet(`${folder}/triggerconstantcontract`, {
        owner_address: tron.accounts.payer.tronAddress,
        contract_address: tron.usdc,
        function_selector: "balanceOf(address)",
        parameter: tronToHex20(tron.accounts.recipient.tronAddress).slice(2).padStart(64, "0"),
        visible: true,
      });
      return BigInt(`0x${z.tuple([z.string()]).parse(answer.constant_result)[0]}`);
    };
    const before = await balance("wallet");
    await transfer(13n);
    expect([await balance("wallet"), await balance("walletsolidity")]).toEqual([before + 13n, before]);
    await tron.control.solidify();
    expect(await balance("walletsolidity")).toBe(before + 13n);
  });

  test("writes can only be sent to the full one", async () => {
    const response = await fetch(`${tron.url}/walletsolidity/broadcasttransaction`, { method: "POST" });
    expect(response.status).toBe(404);
  });
});

describe("HTTP and JSON-RPC", () => {
  test("tell of the same blocks, transactions and logs under the same IDs", async () => {
    const id = await transfer(17n);
    const block = await head("wallet");
    expect(block.transactions.map(({ txID }) => txID)).toEqual([id]);
    const byNumber = await tron.rpc("eth_getBlockByNumber", `0x${numberOf(block).toString(16)}`, false);
    expect(byNumber).toMatchObject({ hash: `0x${block.blockID}`, transactions: [`0x${id}`] });
    expect(await tron.rpc("eth_getBlockByHash", `0x${block.blockID}`, false)).toEqual(byNumber);
    const parent = Block.parse(await tron.wallet("wallet/getblockbynum", { num: numberOf(block) - 1 }));
    expect(byNumber).toMatchObject({ parentHash: `0x${parent.blockID}` });

    const client = createPublicClient({ transport: http(tron.jsonRpcUrl) });
    const [log, ...more] = await client.getLogs({
      address: tronToHex20(tron.usdc),
      event: TRANSFER,
      args: { to: tron.accounts.recipient.address },
      blockHash: `0x${block.blockID}`,
    });
    expect(more).toEqual([]);
    expect(log).toMatchObject({
      transactionHash: `0x${id}`,
      blockHash: `0x${block.blockID}`,
      blockNumber: BigInt(numberOf(block)),
      args: { value: 17n },
    });
    const receipt = await client.getTransactionReceipt({ hash: `0x${id}` });
    expect(receipt.logs).toMatchObject([{ data: log?.data, logIndex: log?.logIndex }]);
    expect(await client.getTransaction({ hash: `0x${id}` })).toMatchObject({
      from: tron.accounts.payer.address.toLowerCase(),
      to: tronToHex20(tron.usdc),
    });
    const info = await tron.wallet("wallet/gettransactioninfobyblocknum", { num: numberOf(block) });
    expect(Object.values(info)).toMatchObject([{ id, blockNumber: numberOf(block) }]);
  });

  test("logs count through a block of several transactions", async () => {
    const web = await tron.tronWeb("payer");
    for (const amount of [1, 2, 3]) {
      const { transaction } = await web.transactionBuilder.triggerSmartContract(
        tron.usdc,
        "transfer(address,uint256)",
        {},
        [
          { type: "address", value: tron.accounts.recipient.tronAddress },
          { type: "uint256", value: amount },
        ],
        tron.accounts.payer.tronAddress,
      );
      await web.trx.sendRawTransaction(await web.trx.sign(transaction));
    }
    await tron.control.mine();
    const block = await head("wallet");
    const logs = z
      .array(z.object({ logIndex: z.string(), transactionIndex: z.string(), transactionHash: z.string() }))
      .parse(await tron.rpc("eth_getLogs", { blockHash: `0x${block.blockID}` }));
    expect(logs.map(({ logIndex, transactionIndex }) => [logIndex, transactionIndex])).toEqual([
      ["0x0", "0x0"],
      ["0x1", "0x1"],
      ["0x2", "0x2"],
    ]);
    expect(logs.map(({ transactionHash }) => transactionHash.slice(2))).toEqual(
      block.transactions.map(({ txID }) => txID),
    );
  });
});

describe("/jsonrpc refuses what a real node refuses", () => {
  const logs = (filter: object) => tron.rpc("eth_getLogs", filter);

  test("safe, pending, Base58, and more than 5,000 blocks", async () => {
    await expect(logs({ fromBlock: "0x0", toBlock: "safe" })).rejects.toThrow("TAG safe not supported");
    await expect(logs({ fromBlock: "pending" })).rejects.toThrow("TAG pending not supported");
    await expect(tron.rpc("eth_getBlockByNumber", "safe", false)).rejects.toThrow("TAG safe not supported");
    await expect(logs({ address: tron.usdc })).rejects.toThrow(/invalid address/);
    await expect(logs({ fromBlock: "0x5", toBlock: "0x4" })).rejects.toThrow(
      "please verify: fromBlock <= toBlock",
    );
    await expect(logs({ blockHash: `0x${"12".repeat(32)}` })).rejects.toThrow("invalid blockHash");
    await tron.control.mine(5_010);
    await expect(logs({ fromBlock: "earliest", toBlock: "latest" })).rejects.toThrow(
      "exceed max block range: 5000",
    );
    await expect(logs({ fromBlock: "0x0", toBlock: "0x1389" })).rejects.toThrow(/exceed max block range/);
    expect(await logs({ fromBlock: "0x0", toBlock: "0x1388" })).not.toHaveLength(0);
  });

  test("a call anywhere but at the head, and sending", async () => {
    const call = { to: tronToHex20(tron.usdc), data: "0x313ce567" };
    expect(await tron.rpc("eth_call", call, "latest")).toBe(`0x${"6".padStart(64, "0")}`);
    await expect(tron.rpc("eth_call", call, "finalized")).rejects.toThrow(/TAG .* not supported/);
    await expect(tron.rpc("eth_call", call, "0x1")).rejects.toThrow("QUANTITY not supported");
    await expect(tron.rpc("eth_sendRawTransaction", "0x00")).rejects.toThrow(/does not exist/);
    await expect(tron.rpc("eth_getTransactionCount", call.to, "latest")).rejects.toThrow(/does not exist/);
    const refuses = { to: tronToHex20(tron.usdc), data: `0xa9059cbb${"00".repeat(31)}01${"ff".repeat(32)}` };
    await expect(tron.rpc("eth_call", refuses, "latest")).rejects.toThrow(/^REVERT opcode executed/);
    await expect(
      tron.rpc("eth_call", { ...call, to: tron.accounts.payer.address }, "latest"),
    ).rejects.toThrow("No contract or not a smart contract");
  });

  test("with the codes of JSON-RPC, several calls at a time", async () => {
    const ask = (id: number, method: string, params: unknown[]) => ({ jsonrpc: "2.0", id, method, params });
    const response = await fetch(tron.jsonRpcUrl, {
      method: "POST",
      body: JSON.stringify([
        ask(1, "eth_chainId", []),
        ask(2, "eth_getBlockByNumber", ["safe", false]),
        ask(3, "eth_sendTransaction", []),
      ]),
    });
    expect(await response.json()).toMatchObject([
      { id: 1, result: "0x2b6653dc" },
      { id: 2, error: { code: -32602, data: "{}" } },
      { id: 3, error: { code: -32601 } },
    ]);
  });
});

describe("/wallet refuses what a real node refuses", () => {
  test("Base58 without `visible`, hex with it, with status 200", async () => {
    const hex = `41${tronToHex20(tron.accounts.payer.tronAddress).slice(2)}`;
    const base58 = tron.accounts.payer.tronAddress;
    expect(await tron.wallet("wallet/getaccount", { address: hex })).toMatchObject({ address: hex });
    expect(await tron.wallet("wallet/getaccount", { address: base58, visible: true })).toMatchObject({
      address: base58,
    });
    expect(await tron.wallet("wallet/getaccount", { address: base58 })).toHaveProperty("Error");
    expect(await tron.wallet("wallet/getaccount", { address: hex, visible: true })).toHaveProperty("Error");
  });

  test("a trial call that sends more TRX than its sender has", async () => {
    const trial = {
      owner_address: `41${"12".repeat(20)}`,
      contract_address: `41${tronToHex20(tron.usdc).slice(2)}`,
      function_selector: "decimals()",
      call_value: 1,
    };
    for (const path of ["wallet/triggerconstantcontract", "wallet/estimateenergy"]) {
      const { result } = await tron.wallet(path, trial);
      expect(result).toMatchObject({ code: "CONTRACT_VALIDATE_ERROR" });
    }
    const call = {
      from: `0x${"12".repeat(20)}`,
      to: tronToHex20(tron.usdc),
      data: "0x313ce567",
      value: "0x1",
    };
    await expect(tron.rpc("eth_call", call, "latest")).rejects.toThrow(/balance is not sufficient/);
  });

  test("a path that leads nowhere", async () => {
    for (const path of ["", "//", "wallet", "wallet/constructor", "walletx/getnowblock", "jsonrpcs"]) {
      expect((await fetch(`${tron.url}/${path}`)).status).toBe(404);
    }
  });

  test("a body that is no JSON, a call without owner, an address with a wrong checksum", async () => {
    const response = await fetch(`${tron.url}/wallet/getaccount`, { method: "POST", body: "{" });
    expect([response.status, await response.json()]).toEqual([
      200,
      { Error: expect.stringContaining("JSONException") },
    ]);
    const unowned = await tron.wallet("wallet/triggersmartcontract", { contract_address: "41" });
    expect(unowned).toMatchObject({ result: { code: "OTHER_ERROR" } });
    expect(JSON.stringify(unowned)).toContain(Buffer.from("owner_address isn't set.").toString("hex"));
    const mistyped = tron.accounts.payer.tronAddress.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    expect(await tron.wallet("wallet/validateaddress", { address: mistyped })).toMatchObject({
      result: false,
    });
    expect(await tron.wallet("wallet/validateaddress", { address: tron.usdt })).toMatchObject({
      result: true,
    });
  });
});
