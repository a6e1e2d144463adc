import type { Problem, Signer } from "@/components/pay/safety/comparison";
import { problemOf } from "@/components/pay/safety/mismatch";
import {
  type ExpectedPermit,
  expectedPermit,
  requirePayer,
} from "@/components/pay/safety/schedule/expected-permit";
import { checksumEvmAddress } from "@/server/chains/address";
import { approval, type Call } from "@/server/chains/evm/calldata";
import type { ShownSchedule } from "@/server/recurring-payouts/page/shown-schema";
import { cancellation, PERMIT_TYPES, permitDomain } from "@/server/recurring-payouts/signing/typed-data";
import type { EvmTransaction, TypedData, Verified } from "@/wallet/wallet";

/** One field of what is signed, as a person can check it beside the wallet's own words. */
export interface PermitField {
  name: string;
  value: string;
}

/** The permit for the payer to sign. */
export interface PermitStep {
  typedData: Verified<TypedData>;
  domain: PermitField[];
  fields: PermitField[];
}

/** The permit, as wallets are given it: numbers as decimal texts. */
export function permitStep({ network, contract, permit }: ExpectedPermit): PermitStep {
  const domain = permitDomain(network.chainId, contract);
  const message = Object.fromEntries(
    PERMIT_TYPES.SchedulePermit.map(({ name, type }) => {
      const value = permit[name];
      return [name, type === "address" ? checksumEvmAddress(String(value)) : value.toString()];
    }),
  );
  const typedData: TypedData = { domain, types: PERMIT_TYPES, primaryType: "SchedulePermit", message };
  return {
    typedData: verified(typedData),
    domain: Object.entries(domain).map(([name, value]) => ({ name, value: String(value) })),
    fields: Object.entries(message).map(([name, value]) => ({ name, value })),
  };
}

/** Transactions that end a schedule or lower what its contract may take, or why there are none. */
export type ScheduleEnd =
  | { ok: true; transaction: Verified<EvmTransaction> }
  | { ok: false; problem: Problem };

/**
 * The payer's own transaction that ends a schedule in the contract for good. No answer of a server has a part in it: it
 * is built from what is shown, and only for the payer's wallet.
 */
export function cancelStep(shown: ShownSchedule, wallet: Signer): ScheduleEnd {
  return forPayer(shown, wallet, ({ contract, permit }) => cancellation(contract, permit));
}

/** Lets the contract take exactly `allowance` from now on, base units: after a schedule that is over, less than before. */
export function lowerStep(shown: ShownSchedule, wallet: Signer, allowance: bigint): ScheduleEnd {
  return forPayer(shown, wallet, ({ contract, permit }) => approval(permit.token, contract, allowance));
}

function forPayer(
  shown: ShownSchedule,
  wallet: Signer,
  callOf: (expected: ExpectedPermit) => Call,
): ScheduleEnd {
  try {
    const expected = expectedPermit(shown);
    requirePayer(expected, wallet);
    const { to, data, value } = callOf(expected);
    const { chainId } = expected.network;
    const transaction: EvmTransaction = { family: "evm", chainId, to: checksumHex(to), data, value };
    return { ok: true, transaction: verified(transaction) };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

function checksumHex(address: string): `0x${string}` {
  return checksumEvmAddress(address);
}

/** The brand says that it was built from what the payer is shown; no value could carry it otherwise. */
function verified<T extends TypedData | EvmTransaction>(made: T): Verified<T> {
  return made as Verified<T>;
}
