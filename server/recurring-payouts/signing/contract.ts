import { encodeFunctionData } from "viem";
import { recurringAbi } from "@/contracts/abis";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";
import { bytes, permitOf } from "@/server/recurring-payouts/signing/permit";
import { cancellation, type SchedulePermit } from "@/server/recurring-payouts/signing/typed-data";

/**
 * The digest under which the contract itself knows a permit; null for a contract that is not ours, or none. Throws
 * `ChainError`.
 */
export async function digestInContract(
  chain: ChainAdapter,
  contract: Hex,
  permit: SchedulePermit,
): Promise<Hex | null> {
  const data = encodeFunctionData({ abi: recurringAbi, functionName: "scheduleOf", args: [permit] });
  const answer = await read(chain, contract, data);
  return answer?.length === 66 ? answer : null;
}

/**
 * Whether the payer has ended a schedule in the contract, as of the end of block `at`, else of the newest. It ends the
 * schedule for good, so a quorum holds for it. Throws `ChainError`.
 */
export async function isCancelledInContract(
  chain: ChainAdapter,
  { contract, digest }: Pick<ScheduleRow, "contract" | "digest">,
  at?: bigint,
): Promise<boolean> {
  const data = encodeFunctionData({ abi: recurringAbi, functionName: "isCancelled", args: [bytes(digest)] });
  const answer = await word(chain, contract, data, at);
  if (answer > 1n) throw new ChainError(`${contract} does not say whether a schedule is cancelled`);
  return answer === 1n;
}

/**
 * How many instalments of a schedule the contract has paid, as of the end of block `at`, else of the newest. A quorum
 * holds for it. Throws `ChainError`.
 */
export async function paidInContract(
  chain: ChainAdapter,
  { contract, digest }: Pick<ScheduleRow, "contract" | "digest">,
  at?: bigint,
): Promise<number> {
  const data = encodeFunctionData({
    abi: recurringAbi,
    functionName: "lastPaymentIndex",
    args: [bytes(digest)],
  });
  return Number(await word(chain, contract, data, at));
}

/** The payer's own call that ends a schedule in the contract for good. */
export function cancelCall(row: ScheduleRow): Call {
  return cancellation(bytes(row.contract), permitOf(row));
}

async function word(chain: ChainAdapter, contract: string, data: Hex, at?: bigint): Promise<bigint> {
  const answer = await read(chain, bytes(contract), data, at);
  if (answer?.length !== 66) throw new ChainError(`${contract} is not a recurring contract of ours`);
  return BigInt(answer);
}

async function read(chain: ChainAdapter, to: Hex, data: Hex, at?: bigint): Promise<Hex | null> {
  if (!chain.readContract) throw new ChainError(`${chain.network.id} has no contracts to read`);
  return chain.readContract({ to, data, isFinalWord: true, ...(at === undefined ? {} : { at }) });
}
