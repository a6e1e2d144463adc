import { encodeAbiParameters, encodeFunctionData, hashTypedData, keccak256, slice } from "viem";
import { recurringAbi } from "@/contracts/abis";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Call } from "@/server/chains/evm/calldata";

/** The fields of the permit in the order that is signed (RC-08). */
export const PERMIT_TYPES = {
  SchedulePermit: [
    { name: "subscriber", type: "address" },
    { name: "token", type: "address" },
    { name: "recipient", type: "address" },
    { name: "feeAddress", type: "address" },
    { name: "amount", type: "uint128" },
    { name: "feeAmount", type: "uint128" },
    { name: "gasFee", type: "uint128" },
    { name: "periodSeconds", type: "uint32" },
    { name: "firstExec", type: "uint32" },
    { name: "totalExecutions", type: "uint8" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const;

/** What the payer signs, as the contract takes it. Amounts are base units, times Unix seconds. */
export interface SchedulePermit {
  subscriber: Hex;
  token: Hex;
  recipient: Hex;
  feeAddress: Hex;
  amount: bigint;
  feeAmount: bigint;
  gasFee: bigint;
  periodSeconds: number;
  firstExec: number;
  totalExecutions: number;
  nonce: bigint;
  deadline: bigint;
}

/** Which contract on which chain a permit is for (RC-07). */
export function permitDomain(chainId: number, contract: Hex) {
  return { name: "ERC20RecurringPaymentProxy", version: "1", chainId, verifyingContract: contract } as const;
}

/** EIP-712 digest of a permit: what is signed, and the name of the schedule in the contract. */
export function permitDigest(chainId: number, contract: Hex, permit: SchedulePermit): Hex {
  return hashTypedData({
    domain: permitDomain(chainId, contract),
    types: PERMIT_TYPES,
    primaryType: "SchedulePermit",
    message: permit,
  });
}

/** The payment reference that the contract derives for an instalment; `index` is 1 for the first. */
export function instalmentReference(digest: Hex, index: number): Hex {
  const encoded = encodeAbiParameters([{ type: "bytes32" }, { type: "uint8" }], [digest, index]);
  return slice(keccak256(encoded), 0, 8);
}

/** The payer's own call that ends a schedule in the contract for good. */
export function cancellation(contract: Hex, permit: SchedulePermit): Call {
  const data = encodeFunctionData({ abi: recurringAbi, functionName: "cancel", args: [permit] });
  return { to: contract, data, value: 0n };
}
