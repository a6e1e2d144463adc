import { encodeFunctionData, getAddress } from "viem";
import { expect, test } from "vitest";
import { erc20FeeProxyAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { lifiSandbox } from "@/server/providers/crosschain/lifi/sandbox";

const { mainnet, base } = EVM_NETWORKS;
const usdc = { mainnet: tokenOf("mainnet"), base: tokenOf("base") };
const payer = `0x${"11".repeat(20)}` as const;
const sandbox = lifiSandbox(() => new Date("2026-11-01T00:00:00Z"));

const asked = {
  fromChain: mainnet.chainId,
  toChain: base.chainId,
  fromToken: usdc.mainnet,
  toToken: usdc.base,
  fromAddress: payer,
  toAmount: "5000000",
  toFallbackAddress: payer,
  integrator: "quittance",
  contractCalls: [
    {
      toContractAddress: base.contracts.erc20FeeProxy.address,
      toContractCallData: encodeFunctionData({
        abi: erc20FeeProxyAbi,
        functionName: "transferFromWithReferenceAndFee",
        args: [usdc.base, payer, 5_000_000n, "0x0102030405060708", 0n, payer],
      }),
    },
  ],
};

test("a listed token is brought, for its share and a cent", async () => {
  const { status, body } = await sandbox.contractCalls(asked);
  expect(status).toBe(200);
  expect(body).toMatchObject({ estimate: { fromAmount: "5012500", toAmountMin: "5000000" } });
});

test.each([
  ["a token that is not listed on the source", { fromToken: payer }],
  ["a token that is not listed on the destination", { toToken: payer }],
  ["the token of another network", { fromToken: usdc.base }],
  ["a network without the contracts", { fromChain: 1_000_000 }],
])("nobody brings %s", async (_, other) => {
  const none = { status: 404, body: { code: 1002 } };
  expect(await sandbox.contractCalls({ ...asked, ...other })).toMatchObject(none);
  expect(await sandbox.stepTransaction({ asked: { ...asked, ...other } })).toMatchObject(none);
});

function tokenOf(id: "mainnet" | "base"): Hex {
  const token = EVM_NETWORKS[id].tokens.find(({ symbol }) => symbol === "USDC");
  if (!token) throw new Error(`no USDC on ${id}`);
  return getAddress(token.address);
}
