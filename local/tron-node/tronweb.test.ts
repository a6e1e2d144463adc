import { TronWeb } from "tronweb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { developmentAccount } from "@/server/chains/development-accounts";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";

const TRX = 1_000_000;

let tron: TestTron;
let web: TronWeb;
beforeAll(async () => {
  tron = await startTronNode();
  web = await tron.tronWeb("payer");
});
afterAll(() => tron?.stop());

const transfer = () => [
  { type: "address", value: tron.accounts.recipient.tronAddress },
  { type: "uint256", value: 7 },
];

describe("an unmodified tronweb", () => {
  test("finds the node connected, its prices and its blocks", async () => {
    expect(await web.isConnected()).toMatchObject({ fullNode: true, solidityNode: true });
    const parameters = await web.trx.getChainParameters();
    expect(parameters).toContainEqual({ key: "getEnergyFee", value: 100 });
    expect(parameters).toContainEqual({ key: "getTransactionFee", value: 1_000 });
    const head = await web.trx.getCurrentBlock();
    expect(head.blockID).toMatch(/^0{8}[0-9a-f]{56}$/);
    expect(Number.parseInt(head.blockID.slice(0, 16), 16)).toBe(head.block_header.raw_data.number);
    expect(await web.trx.getBlockByHash(head.blockID)).toEqual(head);
    expect(await web.trx.getBlockByNumber(head.block_header.raw_data.number)).toEqual(head);
    await expect(web.trx.getBlockByNumber(99_999)).rejects.toThrow(/Block not found/);
  });

  test("builds the same transaction at the node as by itself", async () => {
    const options = { feeLimit: 100 * TRX };
    const call = "transfer(address,uint256)";
    const owner = tron.accounts.payer.tronAddress;
    // tronweb itself packs the node's answer again and throws when a byte differs.
    const atNode = await web.transactionBuilder.triggerSmartContract(
      tron.usdt,
      call,
      options,
      transfer(),
      owner,
    );
    const { ref_block_bytes, ref_block_hash, expiration, timestamp } = atNode.transaction.raw_data;
    const blockHeader = { ref_block_bytes, ref_block_hash, expiration, timestamp };
    const local = await web.transactionBuilder.triggerSmartContract(
      tron.usdt,
      call,
      { ...options, txLocal: true, blockHeader },
      transfer(),
      owner,
    );
    expect(local.transaction.raw_data_hex).toBe(atNode.transaction.raw_data_hex);
    expect(local.transaction.txID).toBe(atNode.transaction.txID);
  });

  test("loads a contract by its address, reads it and sends to it", async () => {
    const usdt = await web.contract().at(tron.usdt);
    const balance = () => usdt.methods.balanceOf?.(tron.accounts.payer2.tronAddress).call();
    const before: unknown = await balance();
    const id: unknown = await usdt.methods
      .transfer?.(tron.accounts.payer2.tronAddress, 1_000n)
      .send({ feeLimit: 100 * TRX });
    await tron.control.solidify();
    expect(await balance()).toBe(BigInt(String(before)) + 1_000n);
    expect(await web.trx.getTransactionInfo(String(id))).toMatchObject({
      contractResult: ["0".repeat(64)],
      receipt: { result: "SUCCESS" },
    });
    expect(await web.trx.getConfirmedTransaction(String(id))).toMatchObject({
      txID: id,
      ret: [{ contractRet: "SUCCESS" }],
    });
  });

  test("transfers TRX and opens an account with it", async () => {
    const newcomer = developmentAccount(15).tronAddress;
    expect(await web.trx.getUnconfirmedAccount(newcomer)).toEqual({});
    expect(await web.trx.getAccountResources(newcomer)).toEqual({});
    const before = await web.trx.getUnconfirmedBalance(tron.accounts.payer.tronAddress);
    const sent = await web.trx.sendTrx(newcomer, 5 * TRX);
    expect(sent).toMatchObject({ result: true });
    expect("code" in sent).toBe(false);
    await tron.control.mine();
    expect(await web.trx.getUnconfirmedBalance(newcomer)).toBe(5 * TRX);
    // The amount, 1 TRX for the account and 0.1 TRX for the bandwidth of opening it.
    const after = await web.trx.getUnconfirmedBalance(tron.accounts.payer.tronAddress);
    expect(before - after).toBe(6.1 * TRX);
    const info = await web.trx.getUnconfirmedTransactionInfo(sent.txid);
    expect(info).toMatchObject({ fee: 1.1 * TRX, receipt: { net_fee: 0.1 * TRX }, contractResult: [""] });
    expect(await web.trx.getAccountResources(newcomer)).toMatchObject({ freeNetLimit: 600 });
    expect(await web.trx.getBandwidth(newcomer)).toBe(600);
    expect(await web.trx.getAccount(newcomer)).toEqual({});
    await tron.control.solidify();
    expect(await web.trx.getAccount(newcomer)).toMatchObject({ balance: 5 * TRX });
  });

  test("estimates a call, and a transaction within that energy succeeds", async () => {
    const { result, energy_required } = await web.transactionBuilder.estimateEnergy(
      tron.usdc,
      "transfer(address,uint256)",
      {},
      transfer(),
      tron.accounts.payer.tronAddress,
    );
    expect(result.result).toBe(true);
    const id = await tron.send("payer", {
      contract: tron.usdc,
      signature: "transfer(address,uint256)",
      parameters: transfer(),
      feeLimit: energy_required * 100,
    });
    expect(await web.trx.getUnconfirmedTransactionInfo(id)).toMatchObject({
      receipt: { result: "SUCCESS" },
    });
  });

  test("broadcasts as hex", async () => {
    const built = await web.transactionBuilder.sendTrx(
      tron.accounts.recipient.tronAddress,
      1,
      tron.accounts.payer.tronAddress,
    );
    const signed = await web.trx.sign(built);
    const hex = web.utils.transaction.txJsonToPb(signed);
    for (const signature of signed.signature)
      hex.addSignature(Uint8Array.from(Buffer.from(signature, "hex")));
    const answer = await web.trx.sendHexTransaction(Buffer.from(hex.serializeBinary()).toString("hex"));
    expect(answer).toMatchObject({ result: true, code: "SUCCESS", txid: signed.txID });
  });

  test("says why a call fails, in the contract's and the node's words", async () => {
    const poor = developmentAccount(16).tronAddress;
    await expect(
      web.transactionBuilder.triggerConstantContract(
        tron.feeProxy,
        "transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)",
        {},
        [
          { type: "address", value: tron.usdc },
          { type: "address", value: tron.accounts.recipient.tronAddress },
          { type: "uint256", value: 1 },
          { type: "bytes", value: "0x1234567890abcdef" },
          { type: "uint256", value: 0 },
          { type: "address", value: poor },
        ],
        poor,
      ),
    ).rejects.toThrow("REVERT opcode executed");
    await expect(
      web.transactionBuilder.triggerSmartContract(poor, "x()", { feeLimit: TRX }, [], poor),
    ).rejects.toThrow("No contract or not a valid smart contract");
    await expect(web.trx.getTransaction("ab".repeat(32))).rejects.toThrow(/Transaction not found/);
    expect(await web.trx.getUnconfirmedTransactionInfo("ab".repeat(32))).toEqual({});
  });

  test("gets 64-bit numbers as text when it asks for them", async () => {
    const answer = await fetch(
      `${tron.url}/wallet/getaccount?address=${TronWeb.address.toHex(tron.accounts.merchant.tronAddress)}&int64_as_string=true`,
    );
    expect(await answer.json()).toMatchObject({ balance: "1000000000000" });
  });
});
