export type Hex = `0x${string}`;

/**
 * A contract that emits or forwards payments. `createdAtBlock` is the block that created it, the earliest
 * block a backfill has to read.
 */
export interface ContractRef<Address extends string = string> {
  address: Address;
  createdAtBlock: bigint;
}

/** A contract we only call, so its age does not matter. */
export interface AddressRef<Address extends string = string> {
  address: Address;
}

/** Contracts of one chain; null where the chain has none (onchain.md §3, §13, §14). */
export interface Contracts<Address extends string = string> {
  erc20FeeProxy: ContractRef<Address>;
  ethereumFeeProxy: ContractRef<Address> | null;
  erc20ConversionProxy: ContractRef<Address> | null;
  ethConversionProxy: ContractRef<Address> | null;
  conversionPath: ContractRef<Address> | null;
  /** EVM: BatchConversionPayments. Tron: ERC20BatchPayments, which has another ABI (onchain.md §4). */
  batch: ContractRef<Address> | null;
  /**
   * The public address, so that local chains look like production. Only holders of its relayer role may trigger it, so a
   * real network needs our own deployment, set in configuration.
   */
  recurring: ContractRef<Address> | null;
  singleRequestProxyFactory: ContractRef<Address> | null;
  /**
   * Ours: makes an address for each request (docs/contract/deposits.md). A real network may not have it yet. Not a setting:
   * whoever computes an address anew, in a browser or from a quittance, has to know it without us.
   */
  depositFactory: AddressRef<Address> | null;
  /** The code behind those addresses. */
  depositAccount: AddressRef<Address> | null;
  multicall3: AddressRef<Address> | null;
  permit2: AddressRef<Address> | null;
  sanctionsOracle: AddressRef<Address> | null;
  /** Older path contract that a public conversion proxy may still read; the proxy answers which one it uses. */
  olderConversionPath: AddressRef<Address> | null;
  lifiRouter: AddressRef<Address> | null;
  /** What LI.FI's Across deposits are sent to: it hands the money to the executor, which makes the call (providers.md §1.6). */
  lifiReceiver: AddressRef<Address> | null;
  /** Makes the calls of a LI.FI deposit: the money of a payment comes out of it. */
  lifiExecutor: AddressRef<Address> | null;
  acrossSpokePool: AddressRef<Address> | null;
  /** Runs the calls that a deposit carries (providers.md §2.1). */
  acrossHandler: AddressRef<Address> | null;
}

/** A contract and the block that created it. */
export function at<Address extends string>(address: Address, createdAtBlock: bigint): ContractRef<Address> {
  return { address, createdAtBlock };
}

/** What every EVM network has at the same address. That of the first two is a hash of their code: it changes with it. */
export const EVERYWHERE = {
  // `contracts/deposit-networks.test.ts` says to what.
  depositFactory: { address: "0xB287183e8801D4d5119e016A82ac7de49962c9f4" },
  depositAccount: { address: "0x080f43844F30411B2A95fF0757eE7e23AEe9e9f7" },
  multicall3: { address: "0xcA11bde05977b3631167028862bE2a173976CA11" },
  permit2: { address: "0x000000000022D473030F116dDEE9F6B43aC78BA3" },
} as const;

/** The same on most networks, which say so; others name another one. */
export const USUAL = {
  sanctionsOracle: { address: "0x40C57923924B5c5c5455c48D93317139ADDaC8fb" },
  olderConversionPath: { address: "0xEEc4790306C43DC00cebbE4D0c36Fadf8634B533" },
  lifiRouter: { address: "0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE" },
  lifiReceiver: { address: "0x33b255b5db44A78c34381f89f1a454bc0Ef49871" },
  lifiExecutor: { address: "0x2dfaDAB8266483beD9Fd9A292Ce56596a2D1378D" },
  acrossHandler: { address: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" },
} as const;
