import { concat, encodeAbiParameters, encodeFunctionData, type Hex, zeroAddress } from "viem";
import type { AccountName } from "@/server/chains/development-accounts";
import { SAFE_1_4_1 } from "@/server/chains/evm/safe/deployments";
import { safeAbi, safeProxyFactoryAbi } from "../abis";
import { type Bench, eventsOf } from "./bench";

let salt = 0n;

/** Makes a Safe 1.4.1 with these owners on a local chain and returns its address. */
export async function aSafe(bench: Bench, owners: readonly AccountName[], threshold: bigint): Promise<Hex> {
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: "setup",
    args: [
      owners.map((owner) => bench.chain.accounts[owner].address),
      threshold,
      zeroAddress,
      "0x",
      SAFE_1_4_1.fallbackHandler,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  });
  salt += 1n;
  const receipt = await bench.send("payer", {
    to: SAFE_1_4_1.proxyFactory,
    abi: safeProxyFactoryAbi,
    functionName: "createProxyWithNonce",
    args: [SAFE_1_4_1.singletonL2, initializer, salt],
  });
  const [created] = eventsOf(receipt, safeProxyFactoryAbi, SAFE_1_4_1.proxyFactory);
  if (!created) throw new Error("no Safe was created");
  return created.args.proxy;
}

/** A Safe's ERC-1271 signature over a hash: its owners' signatures over the Safe's own message, in their order. */
export async function signAsSafe(
  bench: Bench,
  safe: Hex,
  hash: Hex,
  owners: readonly AccountName[],
): Promise<Hex> {
  const ordered = owners.toSorted((a, b) =>
    bench.chain.accounts[a].address.toLowerCase() < bench.chain.accounts[b].address.toLowerCase() ? -1 : 1,
  );
  const signatures = await Promise.all(
    ordered.map((owner) =>
      bench.chain.wallet(owner).signTypedData({
        domain: { chainId: bench.chain.chain.id, verifyingContract: safe },
        types: { SafeMessage: [{ name: "message", type: "bytes" }] },
        primaryType: "SafeMessage",
        message: { message: encodeAbiParameters([{ type: "bytes32" }], [hash]) },
      }),
    ),
  );
  return concat(signatures);
}
