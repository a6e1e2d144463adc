import type { TronWeb } from "tronweb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tronToHex20 } from "@/server/chains/address";
import { developmentAccount } from "@/server/chains/development-accounts";
import { startTronNode, type TestCall, type TestTron } from "@/server/testing/tron/tron";

const TRX = 1_000_000;
const ENERGY_PRICE = 100;

let tron: TestTron;
let web: TronWeb;
beforeAll(async () => {
  tron = await startTronNode();
  web = await tron.tronWeb("payer");
});
afterAll(() => tron?.stop());

const info = (id: string) => web.trx.getUnconfirmedTransactionInfo(id);
const text = (hex: string | undefined) => Buffer.from(hex ?? "", "hex").toString("utf8");
const balanceOf = (address: string) => web.trx.getUnconfirmedBalance(address);

function tokenCall(signature: string, to: string, amount: bigint, feeLimit?: number): TestCall {
  const parameters = [
    { type: "address", value: to },
    { type: "uint256", value: amount },
  ];
  return { contract: tron.usdt, signature, parameters, feeLimit };
}

async function read(contract: string, signature: string, ...addresses: string[]): Promise<bigint> {
  const { constant_result } = await web.transactionBuilder.triggerConstantContract(
    contract,
    signature,
    {},
    addresses.map((value) => ({ type: "address", value })),
    tron.accounts.payer.tronAddress,
  );
  return BigInt(`0x${constant_result?.[0]}`);
}

describe("an accepted transaction", () => {
  test("costs energy at the chain's price and bytes beyond the free ones, taken from the owner", async () => {
    const before = await balanceOf(tron.accounts.payer.tronAddress);
    const first = await info(
      await tron.send("payer", tokenCall("transfer(address,uint256)", tron.feeProxy, 1n)),
    );
    expect(first.receipt).toMatchObject({ result: "SUCCESS", net_usage: expect.any(Number) });
    expect(first.receipt.energy_usage_total).toBeGreaterThan(5_000);
    expect(first.receipt.energy_fee).toBe(Number(first.receipt.energy_usage_total) * ENERGY_PRICE);
    expect(first.fee).toBe(first.receipt.energy_fee);
    const second = await info(
      await tron.send("payer", tokenCall("transfer(address,uint256)", tron.feeProxy, 2n)),
    );
    expect(second.receipt.net_usage).toBeUndefined();
    expect(second.receipt.net_fee).toBe(Number(first.receipt.net_usage) * 1_000);
    expect(second.fee).toBe(Number(second.receipt.energy_fee) + Number(second.receipt.net_fee));
    const after = await balanceOf(tron.accounts.payer.tronAddress);
    expect(before - after).toBe(Number(first.fee) + Number(second.fee));
  });

  test("USDT answers false to a transfer that works, and refuses to change an allowance in use", async () => {
    const spender = developmentAccount(10).tronAddress;
    const before = await read(tron.usdt, "balanceOf(address)", spender);
    const moved = await info(await tron.send("payer", tokenCall("transfer(address,uint256)", spender, 5n)));
    expect(moved).toMatchObject({ contractResult: ["0".repeat(64)], receipt: { result: "SUCCESS" } });
    expect(await read(tron.usdt, "balanceOf(address)", spender)).toBe(before + 5n);
    expect(moved.log?.[0]).toMatchObject({
      address: tronToHex20(tron.usdt).slice(2),
      topics: [
        "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef",
        tronToHex20(tron.accounts.payer.tronAddress).slice(2).padStart(64, "0"),
        tronToHex20(spender).slice(2).padStart(64, "0"),
      ],
    });

    await tron.send("payer", tokenCall("approve(address,uint256)", spender, 10n));
    const again = await info(await tron.send("payer", tokenCall("approve(address,uint256)", spender, 11n)));
    expect(again).toMatchObject({ result: "FAILED", receipt: { result: "REVERT" } });
    expect(
      await read(tron.usdt, "allowance(address,address)", tron.accounts.payer.tronAddress, spender),
    ).toBe(10n);
    await tron.send("payer", tokenCall("approve(address,uint256)", spender, 0n));
    const reset = await info(await tron.send("payer", tokenCall("approve(address,uint256)", spender, 11n)));
    expect(reset.receipt.result).toBe("SUCCESS");
  });

  test("that reverts moves nothing, leaves no log, and costs what it used", async () => {
    const id = await tron.send("payer", {
      contract: tron.feeProxy,
      signature: "transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)",
      parameters: [
        { type: "address", value: tron.usdc },
        { type: "address", value: tron.accounts.recipient.tronAddress },
        { type: "uint256", value: 1n },
        { type: "bytes", value: "0x1234567890abcdef" },
        { type: "uint256", value: 0n },
        { type: "address", value: tron.accounts.merchant.tronAddress },
      ],
    });
    const failed = await info(id);
    expect(failed).toMatchObject({ result: "FAILED", receipt: { result: "REVERT" } });
    expect(text(failed.resMessage)).toBe("REVERT opcode executed");
    expect(failed.contractResult[0]).toMatch(/^08c379a0/);
    expect(failed.log).toBeUndefined();
    expect(failed.fee).toBeGreaterThan(0);
    const placed = await web.trx.getTransaction(id);
    expect(placed.ret).toEqual([{ contractRet: "REVERT" }]);
    expect(await tron.rpc("eth_getTransactionReceipt", `0x${id}`)).toMatchObject({ status: "0x0", logs: [] });
  });

  test("runs out of energy at its fee limit, pays all of it and moves nothing", async () => {
    const to = developmentAccount(11).tronAddress;
    const limit = 500_000;
    const failed = await info(
      await tron.send("payer", tokenCall("transfer(address,uint256)", to, 5n, limit)),
    );
    expect(failed).toMatchObject({ result: "FAILED", receipt: { result: "OUT_OF_ENERGY" } });
    expect(failed.receipt.energy_usage_total).toBe(limit / ENERGY_PRICE);
    expect(failed.receipt.energy_fee).toBe(limit);
    expect(text(failed.resMessage)).toMatch(/^Not enough energy for/);
    expect(await read(tron.usdt, "balanceOf(address)", to)).toBe(0n);
  });

  test("runs out of energy when the owner has not the TRX that its fee limit allows", async () => {
    const poor = developmentAccount(12);
    await tron.control.fund(poor.tronAddress, { sun: 400_000n, tokenUnits: 1n });
    const failed = await info(
      await tron.send(12, tokenCall("transfer(address,uint256)", tron.feeProxy, 5n, 100 * TRX)),
    );
    expect(failed.receipt).toMatchObject({ result: "OUT_OF_ENERGY", energy_usage_total: 4_000 });
    expect(await balanceOf(poor.tronAddress)).toBe(0);
  });

  test("uses staked energy and bandwidth before it pays", async () => {
    const staker = developmentAccount(13);
    await tron.control.fund(staker.tronAddress, { sun: 1_000_000n, tokenUnits: 1n });
    tron.control.stake(staker.tronAddress, { energy: 1_000_000n, net: 10_000n });
    const done = await info(
      await tron.send(13, tokenCall("transfer(address,uint256)", tron.feeProxy, 5n, 100 * TRX)),
    );
    expect(done.fee).toBeUndefined();
    expect(done.receipt.energy_usage).toBe(done.receipt.energy_usage_total);
    expect(await balanceOf(staker.tronAddress)).toBe(1_000_000);
    const resources = await web.trx.getAccountResources(staker.tronAddress);
    expect(resources).toMatchObject({ EnergyLimit: 1_000_000, NetLimit: 10_000 });
    // It comes back slot by slot within a day, some units already while the test looks.
    const [energy, net] = [Number(done.receipt.energy_usage_total), Number(done.receipt.net_usage)];
    expect(resources.EnergyUsed).toBeLessThanOrEqual(energy);
    expect(resources.EnergyUsed).toBeGreaterThan(energy * 0.98);
    expect(resources.NetUsed).toBeLessThanOrEqual(net);
    expect(resources.NetUsed).toBeGreaterThan(net * 0.98);
  });

  test("a contract sees the call value in sun, and keeps it only when it succeeds", async () => {
    const [echo, refuser] = [developmentAccount(14).tronAddress, developmentAccount(15).tronAddress];
    // Logs and returns its call value; reverts.
    await tron.control.install(echo, "0x3460005260206000a060206000f3");
    await tron.control.install(refuser, "0x60006000fd");
    const call = { signature: "x()", parameters: [], callValue: 123_456 };
    const paid = await info(await tron.send("payer", { ...call, contract: echo }));
    expect(BigInt(`0x${paid.contractResult[0]}`)).toBe(123_456n);
    expect(BigInt(`0x${paid.log?.[0]?.data}`)).toBe(123_456n);
    expect(await balanceOf(echo)).toBe(123_456);
    const before = await balanceOf(tron.accounts.payer.tronAddress);
    const refused = await info(await tron.send("payer", { ...call, contract: refuser }));
    expect(refused.receipt.result).toBe("REVERT");
    expect(await balanceOf(refuser)).toBe(0);
    expect(before - (await balanceOf(tron.accounts.payer.tronAddress))).toBe(refused.fee);
  });

  test("that never ends meets the clock, and one with a forbidden instruction fails", async () => {
    const [endless, forbidden] = [developmentAccount(16).tronAddress, developmentAccount(17).tronAddress];
    await tron.control.install(endless, "0x5b600056");
    await tron.control.install(forbidden, "0xfe");
    const call = { signature: "x()", parameters: [] };
    const late = await info(await tron.send("payer", { ...call, contract: endless, feeLimit: 5_000 * TRX }));
    expect(late).toMatchObject({ result: "FAILED", receipt: { result: "OUT_OF_TIME" } });
    expect(late.receipt.energy_fee).toBe(5_000 * TRX);
    const illegal = await info(await tron.send("payer", { ...call, contract: forbidden, feeLimit: TRX }));
    expect(illegal).toMatchObject({ result: "FAILED", receipt: { result: "ILLEGAL_OPERATION" } });
  });
});
