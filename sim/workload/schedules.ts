import { encodeFunctionData, type Hex, keccak256, stringToHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { lower, transfer } from "@/sim/chain/contracts";
import { type Permit, recurringContract, referenceOf, typedData } from "@/sim/chain/recurring/permit";
import type { Moment } from "@/sim/chain/transaction";
import type { ScheduleOnChain } from "@/sim/model/schedules";
import type { Schedule } from "@/sim/workload/known";
import type { RunContext } from "@/sim/workload/run-context";
import type { RunningNetwork, ScheduleChain } from "@/sim/world/world";

/** Who gives payers their money. */
const TREASURY = "0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/** Where schedules are paid; null in runs without any. */
export function recurringOf(run: RunContext): (ScheduleChain & { network: RunningNetwork }) | null {
  const network = run.network(0);
  return network.schedules && { ...network.schedules, network };
}

/** The wallet of the payer of a schedule: each has its own. */
export function payerAccount(id: number): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(stringToHex(`payer of schedule ${id}`)));
}

/** The signature of a payer, which the contract takes from now on. */
export async function sign(run: RunContext, id: number, permit: Permit): Promise<Hex> {
  const at = recurringOf(run);
  if (!at) throw new Error("nothing takes a signature here");
  const { contract, network } = at;
  const signature = await payerAccount(id).signTypedData(
    typedData(network.of.chainId, contract.address, permit),
  );
  contract.signed(permit, signature);
  return signature;
}

/** Gives the payer of a schedule so much, or, below nothing, takes it away, base units. */
export function fund(run: RunContext, { permit }: Pick<Schedule, "permit">, amount: bigint): void {
  const { chain } = run.network(0);
  const [token, payer] = [lower(permit.token), lower(permit.subscriber)];
  if (amount > 0n) chain.send(TREASURY, token, "0x", [transfer(token, TREASURY, payer, amount)]);
  if (amount < 0n) chain.send(payer, token, "0x", [transfer(token, payer, TREASURY, -amount)]);
}

/** Lets the contract take so much of the payer's token, base units. */
export function allow(run: RunContext, { permit }: Pick<Schedule, "permit">, amount: bigint): void {
  const at = recurringOf(run);
  const [token, payer] = [lower(permit.token), lower(permit.subscriber)];
  if (at) at.network.chain.send(payer, token, "0x", [at.contract.approval(token, payer, amount)]);
}

/** What the payer has now, base units. */
export function moneyOf(run: RunContext, { permit }: Pick<Schedule, "permit">): bigint {
  const at = recurringOf(run);
  return at ? at.contract.balanceAt(lower(permit.token), permit.subscriber, at.network.chain.head) : 0n;
}

/** The payer ends a schedule in the contract. */
export function endInContract(run: RunContext, { permit, id }: Schedule): void {
  const at = recurringOf(run);
  if (!at) return;
  const { chain } = at.network;
  const data = cancelCall(permit);
  const payer = lower(permit.subscriber);
  const execute = (moment: Moment) => at.contract.run(payer, data, moment);
  chain.send(payer, at.contract.address, data, [], { execute });
  run.model.schedules.endedByPayer(id);
}

/** What the contract says of a schedule now. */
export function onChain(run: RunContext, { digest }: Schedule): ScheduleOnChain {
  const at = recurringOf(run);
  if (!at) return { paid: 0, isCancelled: false, timestamp: 0 };
  const { head } = at.network.chain;
  return {
    paid: at.contract.paidAt(digest, head),
    isCancelled: at.contract.isCancelledAt(digest, head),
    timestamp: at.network.chain.block(head)?.timestamp ?? 0,
  };
}

/** The references of all instalments of a permit, in their order. */
export function referencesOf(digest: Hex, { totalExecutions }: Permit): Hex[] {
  return Array.from({ length: totalExecutions }, (_, i) => referenceOf(digest, i + 1));
}

/** Lets a schedule go on that is paused, whether by its account or because it failed too often. */
export async function unpause(run: RunContext, { id, tenant }: Schedule): Promise<void> {
  run.model.schedules.resumed(id);
  await run.call({
    tenant,
    method: "PATCH",
    path: `/v2/payouts/recurring/${id}`,
    body: { action: "unpause" },
    // It is not paused.
    expected: [400],
  });
}

function cancelCall(permit: Permit): Hex {
  return encodeFunctionData({ abi: recurringContract, functionName: "cancel", args: [permit] });
}
