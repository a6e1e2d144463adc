import {
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  hashTypedData,
  keccak256,
  parseAbi,
  slice,
} from "viem";

/** What a payer signs (docs/contract/onchain.md). Amounts are base units, times seconds since the epoch. */
export interface Permit {
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

/** One instalment as a relayer names it. */
export interface NamedInstalment {
  permit: Permit;
  signature: Hex;
  index: number;
  paymentReference: Hex;
}

export const recurringContract = parseAbi([
  "struct SchedulePermit { address subscriber; address token; address recipient; address feeAddress; uint128 amount; uint128 feeAmount; uint128 gasFee; uint32 periodSeconds; uint32 firstExec; uint8 totalExecutions; uint256 nonce; uint256 deadline; }",
  "struct Instalment { SchedulePermit permit; bytes signature; uint8 index; bytes paymentReference; }",
  "function triggerRecurringPayment(SchedulePermit permit, bytes signature, uint8 index, bytes paymentReference)",
  "function triggerRecurringPayments(Instalment[] instalments, uint256 gasPerInstalment) returns (uint256 paid)",
  "function cancel(SchedulePermit permit)",
  "function scheduleOf(SchedulePermit permit) view returns (bytes32)",
  "function lastPaymentIndex(bytes32 schedule) view returns (uint8)",
  "function isCancelled(bytes32 schedule) view returns (bool)",
  "function erc20FeeProxy() view returns (address)",
  "function hasRole(bytes32 role, address account) view returns (bool)",
  "event InstalmentPaid(bytes32 indexed schedule, uint8 index)",
  "event InstalmentFailed(bytes32 indexed schedule, uint8 index, bytes4 reason)",
  "event ScheduleCancelled(bytes32 indexed schedule, address indexed subscriber)",
]);

const TYPES = {
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

/** The typed data of a permit. */
export function typedData(chainId: number, contract: Hex, permit: Permit) {
  return {
    domain: { name: "ERC20RecurringPaymentProxy", version: "1", chainId, verifyingContract: contract },
    types: TYPES,
    primaryType: "SchedulePermit",
    message: permit,
  } as const;
}

/** What is signed of a permit, and the name of its schedule in the contract. */
export function digestOf(chainId: number, contract: Hex, permit: Permit): Hex {
  return hashTypedData(typedData(chainId, contract, permit));
}

/** The payment reference of an instalment, 1 for the first. */
export function referenceOf(digest: Hex, index: number): Hex {
  return slice(
    keccak256(encodeAbiParameters([{ type: "bytes32" }, { type: "uint8" }], [digest, index])),
    0,
    8,
  );
}

/** The instalments that a call of a relayer names; null for any other call. */
export function instalmentsOf(data: Hex): readonly NamedInstalment[] | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: recurringContract, data });
    if (functionName === "triggerRecurringPayments") return args[0];
    if (functionName !== "triggerRecurringPayment") return null;
    const [permit, signature, index, paymentReference] = args;
    return [{ permit, signature, index, paymentReference }];
  } catch {
    return null;
  }
}
