import { decodeFunctionResult, encodeFunctionData, type Hex, keccak256 } from "viem";
import { recurringAbi } from "@/contracts/abis";
import { FORMER_RECURRING_RUNTIMES, RECURRING_RUNTIME, type Runtime } from "@/contracts/recurring-runtime";
import type { EvmNetwork } from "@/server/chains/networks";
import type { CallResult, TransactionNode } from "@/server/chains/transaction-node";
import type { ExecutorState } from "@/server/executor/state";

/** The most gas that a question to the contract may use, which may be anybody's here. */
const READING_GAS = 100_000n;

/** Why the contract at this address must not be used; null where it is ours and takes orders from this executor. */
export async function deploymentProblem(
  node: TransactionNode,
  network: EvmNetwork,
  contract: Hex | null,
  executor: Hex,
): Promise<{ state: ExecutorState; reason: string } | null> {
  const wrong = (reason: string) => ({ state: "wrong_contract" as const, reason });
  if (contract === null) return wrong("no recurring contract is configured");
  const code = await node.code(contract);
  if (code === "0x") return wrong(`there is no contract at ${contract}`);
  if (!isOurRuntime(code))
    return wrong(`the contract at ${contract} is not the one that this version compiles`);

  const read = (data: Hex) => ({ from: executor, to: contract, data, gas: READING_GAS });
  const [proxy, isRelayer] = await node.calls([
    read(encodeFunctionData({ abi: recurringAbi, functionName: "erc20FeeProxy" })),
    read(
      encodeFunctionData({
        abi: recurringAbi,
        functionName: "hasRole",
        args: [keccak256(new TextEncoder().encode("RELAYER_ROLE")), executor],
      }),
    ),
  ]);
  const expected = network.contracts.erc20FeeProxy.address;
  if (addressIn(proxy) !== expected.toLowerCase())
    return wrong(`the contract at ${contract} pays through another fee proxy than ${expected}`);
  if (!isTrue(isRelayer))
    return { state: "not_relayer", reason: `${executor} has not the relayer's role in ${contract}` };
  return null;
}

/** Whether this is code that we compile or compiled before, whatever the constructor wrote into its immutables. */
export function isOurRuntime(code: Hex): boolean {
  return [RECURRING_RUNTIME, ...FORMER_RECURRING_RUNTIMES].some((runtime) => isCodeOf(code, runtime));
}

function isCodeOf(code: Hex, { bytes, immutables, maskedHash }: Runtime): boolean {
  if (code.length / 2 - 1 !== bytes) return false;
  const digits = code.slice(2).toLowerCase().split("");
  for (const [start, length] of immutables) digits.fill("0", 2 * start, 2 * (start + length));
  return keccak256(`0x${digits.join("")}`) === maskedHash;
}

function addressIn(result: CallResult | undefined): string | null {
  if (!result?.ok || result.data.length !== 66) return null;
  return decodeFunctionResult({
    abi: recurringAbi,
    functionName: "erc20FeeProxy",
    data: result.data,
  }).toLowerCase();
}

function isTrue(result: CallResult | undefined): boolean {
  return result?.ok === true && result.data.length === 66 && BigInt(result.data) === 1n;
}
