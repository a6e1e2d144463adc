import {
  concat,
  encodePacked,
  getCreate2Address,
  isAddressEqual,
  keccak256,
  slice,
  zeroAddress,
  zeroHash,
} from "viem";
import { addressBytes } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Network } from "@/server/chains/networks";

/** What a deposit address is made for (`contracts/src/DepositTerms.sol`). Every field is part of the address. */
export interface DepositTerms {
  /** The chain on which the money counts as a payment. */
  homeChainId: bigint;
  payee: Hex;
  token: Hex;
  /** ERC20FeeProxy of that chain. */
  feeProxy: Hex;
  /** 8 bytes. */
  paymentReference: Hex;
  /** What the payee gets of an exact payment, in base units, without the fees. */
  amount: bigint;
  /** The zero address where there is no fee. */
  feeReceiver: Hex;
  feeAmount: bigint;
  /** The second fee, paid under a reference of its own; the zero address where there is none. */
  legReceiver: Hex;
  legAmount: bigint;
  legReference: Hex;
}

/** The two contracts that make deposit addresses, as 20 bytes. */
export interface DepositContracts {
  factory: Hex;
  implementation: Hex;
}

/** Terms under which money could get stuck, or be paid in another way than the request says. */
export class UnsafeDepositTerms extends Error {
  override readonly name = "UnsafeDepositTerms";
}

const MAX_UINT64 = (1n << 64n) - 1n;
const MAX_UINT128 = (1n << 128n) - 1n;
const NO_REFERENCE: Hex = "0x0000000000000000";
/** What CREATE2 hashes before the 20 bytes of the factory. On Tron both are the factory's 21 bytes (tips#26). */
const TRON_PREFIX: Hex = "0x41";

/** The contracts of a network; null where it has none. */
export function depositContractsOf({ family, contracts }: Network): DepositContracts | null {
  const { depositFactory, depositAccount } = contracts;
  if (!depositFactory || !depositAccount) return null;
  return {
    factory: addressBytes(family, depositFactory.address),
    implementation: addressBytes(family, depositAccount.address),
  };
}

/**
 * The 20 bytes of the deposit address of these terms on a network; null where that has none. Throws `UnsafeDepositTerms`.
 */
export function depositAddressOn(network: Network, terms: DepositTerms): Hex | null {
  const makers = depositContractsOf(network);
  if (!makers) return null;
  return network.family === "tron" ? tronDepositAddress(terms, makers) : evmDepositAddress(terms, makers);
}

/** Where the deposit address of these terms is on an EVM network. Throws `UnsafeDepositTerms`. */
export function evmDepositAddress(terms: DepositTerms, { factory, implementation }: DepositContracts): Hex {
  const bytecodeHash = keccak256(cloneCode(terms, implementation));
  return getCreate2Address({ from: factory, salt: zeroHash, bytecodeHash });
}

/** The 20 bytes of the deposit address of these terms on Tron. Throws `UnsafeDepositTerms`. */
export function tronDepositAddress(terms: DepositTerms, { factory, implementation }: DepositContracts): Hex {
  return tronCreate2(concat([TRON_PREFIX, factory]), zeroHash, cloneCode(terms, implementation));
}

/** CREATE2 as java-tron does it: `deployer` has its prefix already, and nothing else is put before it. */
export function tronCreate2(deployer: Hex, salt: Hex, creation: Hex): Hex {
  return slice(keccak256(concat([deployer, salt, keccak256(creation)])), 12);
}

/** The terms as they stand behind the code of the clone. Throws `UnsafeDepositTerms`. */
export function packDepositTerms(terms: DepositTerms): Hex {
  refuseUnsafe(terms);
  return encodePacked(
    [
      "uint64",
      "address",
      "address",
      "address",
      "bytes8",
      "uint128",
      "address",
      "uint128",
      "address",
      "uint128",
      "bytes8",
    ],
    [
      terms.homeChainId,
      terms.payee,
      terms.token,
      terms.feeProxy,
      terms.paymentReference,
      terms.amount,
      terms.feeReceiver,
      terms.feeAmount,
      terms.legReceiver,
      terms.legAmount,
      terms.legReference,
    ],
  );
}

/** Creation code of a clone with arguments, as OpenZeppelin's `Clones` writes it. */
function cloneCode(terms: DepositTerms, implementation: Hex): Hex {
  const packed = packDepositTerms(terms);
  const size = (packed.length - 2) / 2 + 45;
  return concat([
    encodePacked(["bytes1", "uint16"], ["0x61", size]),
    "0x3d81600a3d39f3363d3d373d3d3d363d73",
    implementation,
    "0x5af43d82803e903d91602b57fd5bf3",
    packed,
  ]);
}

function refuseUnsafe(terms: DepositTerms): void {
  if (terms.homeChainId <= 0n || terms.homeChainId > MAX_UINT64)
    throw new UnsafeDepositTerms("no such chain");
  for (const key of ["payee", "token", "feeProxy"] as const) {
    if (isAddressEqual(terms[key], zeroAddress)) throw new UnsafeDepositTerms(`${key} is the zero address`);
  }
  for (const key of ["amount", "feeAmount", "legAmount"] as const) {
    if (terms[key] < 0n || terms[key] > MAX_UINT128) throw new UnsafeDepositTerms(`${key} does not fit`);
  }
  if (terms.amount + terms.feeAmount + terms.legAmount === 0n) throw new UnsafeDepositTerms("nothing is due");
  if (isAddressEqual(terms.feeReceiver, zeroAddress) !== (terms.feeAmount === 0n)) {
    throw new UnsafeDepositTerms("a fee has a receiver, and a receiver has a fee");
  }
  if (isAddressEqual(terms.legReceiver, zeroAddress) !== (terms.legAmount === 0n)) {
    throw new UnsafeDepositTerms("a second fee has a receiver, and its receiver has a fee");
  }
  if ((terms.legReference === NO_REFERENCE) !== (terms.legAmount === 0n)) {
    throw new UnsafeDepositTerms("a second fee has a reference of its own");
  }
  if (terms.paymentReference === NO_REFERENCE || terms.paymentReference === terms.legReference) {
    throw new UnsafeDepositTerms("the payment has a reference of its own");
  }
}
