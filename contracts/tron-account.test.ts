import { encodeFunctionData, type Hex } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { tronToHex20 } from "@/server/chains/address";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { erc20Abi } from "./abis";
import { type TronAccount, tronAccount } from "./tron-account";

const FEE_LIMIT = 100_000_000n;
/** Leaves one byte of code. */
const ONE_BYTE: Hex = "0x60016000f3";
const REVERTS: Hex = "0x60006000fd";

let node: TestTron;
let account: TronAccount;
beforeAll(async () => {
  node = await startTronNode();
  account = tronAccount({ rpcUrls: [node.url] }, node.accounts.payer.privateKey);
});
afterAll(() => node?.stop());

test("a contract is where its transaction says, on the node too, with its kind and its name", async () => {
  const { contract, txId, energy } = await account.deploy({ name: "OneByte", creation: ONE_BYTE }, FEE_LIMIT);
  expect(await node.rpc("eth_getCode", contract, "latest")).toBe("0x00");
  expect(energy).toBeGreaterThanOrEqual(200);
  const value = { value: txId };
  const info = await node.wallet("wallet/gettransactioninfobyid", value);
  expect(info.contract_address).toBe(`41${contract.slice(2)}`);
  expect(await node.wallet("wallet/gettransactionbyid", value)).toMatchObject({
    raw_data: {
      contract: [
        { type: "CreateSmartContract", parameter: { value: { new_contract: { name: "OneByte" } } } },
      ],
    },
  });
});

test("a constructor that reverts leaves nothing", async () => {
  await expect(account.deploy({ name: "No", creation: REVERTS }, FEE_LIMIT)).rejects.toThrow("REVERT");
});

test("what a node refuses is told in its words", async () => {
  const deploying = account.deploy({ name: "n".repeat(33), creation: ONE_BYTE }, FEE_LIMIT);
  await expect(deploying).rejects.toThrow("contractName's length cannot be greater than 32");
});

test("a call moves tokens, and one that fails is told", async () => {
  const to = tronToHex20(node.usdt);
  const { address } = node.accounts.merchant;
  const transfer = (units: bigint) => {
    const args = [address, units] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
    return account.call({ to, data, feeLimit: FEE_LIMIT });
  };
  expect((await transfer(5n)).energy).toBeGreaterThan(5_000);
  await expect(transfer(10n ** 30n)).rejects.toThrow("REVERT");
});

test("a transaction that no block takes in before it expires is told", async () => {
  node.control.pause();
  const lost = account.deploy({ name: "Lost", creation: ONE_BYTE }, FEE_LIMIT);
  const told = expect(lost).rejects.toThrow("got into no block");
  await vi.waitFor(() => expect(node.control.status().pending).toHaveLength(1), 10_000);
  node.control.advanceTime(120_000);
  await node.control.mine();
  await told;
});
