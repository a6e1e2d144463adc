import { createPublicClient, http, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tronToHex20 } from "@/server/chains/address";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";

const MOST = 2n ** 256n - 1n;
const AMOUNT = 12_500_000n;
const REFERENCE = "0x5fe3316938573d30";

let tron: TestTron;
beforeAll(async () => {
  tron = await startTronNode();
});
afterAll(() => tron?.stop());

const approve = (token: string, amount = MOST) => ({
  contract: token,
  signature: "approve(address,uint256)",
  parameters: [
    { type: "address", value: tron.feeProxy },
    { type: "uint256", value: amount },
  ],
});

const pay = (token: string, amount: bigint) => ({
  contract: tron.feeProxy,
  signature: "transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)",
  parameters: [
    { type: "address", value: token },
    { type: "address", value: tron.accounts.recipient.tronAddress },
    { type: "uint256", value: amount },
    { type: "bytes", value: REFERENCE },
    { type: "uint256", value: 100_000n },
    { type: "address", value: tron.accounts.merchant.tronAddress },
  ],
});

describe("a payment with an unmodified tronweb", () => {
  test("approve and pay in USDT: accepted, executed, solid, and in the logs under Tron's ID", async () => {
    await tron.send("payer", approve(tron.usdt));
    const id = await tron.send("payer", pay(tron.usdt, AMOUNT));
    const web = await tron.tronWeb("payer");
    const info = await web.trx.getUnconfirmedTransactionInfo(id);
    expect(info).toMatchObject({ id, receipt: { result: "SUCCESS" } });
    expect(info.fee).toBeGreaterThan(0);
    expect(await web.trx.getTransactionInfo(id)).toEqual({});
    await tron.control.solidify();
    expect(await web.trx.getTransactionInfo(id)).toEqual(info);

    const client = createPublicClient({ transport: http(tron.jsonRpcUrl) });
    const logs = await client.getLogs({
      address: tronToHex20(tron.feeProxy),
      event: parseAbi([
        "event TransferWithReferenceAndFee(address tokenAddress, address to, uint256 amount, bytes indexed paymentReference, uint256 feeAmount, address feeAddress)",
      ])[0],
      fromBlock: 0n,
      toBlock: "finalized",
      strict: true,
    });
    expect(logs).toHaveLength(1);
    const [log] = logs;
    expect(log).toMatchObject({ transactionHash: `0x${id}`, args: { amount: AMOUNT, feeAmount: 100_000n } });
    const block = await web.trx.getBlock(Number(log?.blockNumber));
    expect(`0x${block.blockID}`).toBe(log?.blockHash);
  });
});
