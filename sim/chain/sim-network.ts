import type { Hex } from "viem";

/** A network that a run may have: what payers use of it. Addresses are lower-case. */
export interface SimNetwork {
  readonly id: "sepolia" | "bsc" | "base";
  readonly chainId: number;
  /** The payment contract. */
  readonly proxy: Hex;
  /** The token that is paid with, its currency and its decimals. */
  readonly token: Hex;
  readonly currency: string;
  readonly decimals: number;
  /** Another token with as many decimals, in which some requests are. */
  readonly otherToken: Hex;
  readonly otherCurrency: string;
  /** Across' pool, for payments from and to other networks; null where there is none. */
  readonly pool: Hex | null;
  /** What payers call it that pay from there; null where none may. */
  readonly sourceChain: string | null;
  /** The contract that pays instalments of schedules. */
  readonly recurring: Hex;
  /** Its newest block when a run begins. */
  readonly height: number;
}

export const SEPOLIA: SimNetwork = {
  id: "sepolia",
  chainId: 11_155_111,
  proxy: "0x399f5ee127ce7432e4921a61b8cf52b0af52cbfe",
  token: "0x1c7d4b196cb0c7b01d743fbc6116a902379c7238",
  currency: "USDC-sepolia",
  decimals: 6,
  otherToken: "0xf046b3ca5ae2879c6bacc4d42faf363ee8379f78",
  otherCurrency: "USDT-sepolia",
  pool: null,
  sourceChain: null,
  recurring: "0xb6c7448458d8616b00eb8f93883d0081fa2adec9",
  height: 1_000,
};

/** Its heights are far below those of the other network: what is mixed up of the two shows. */
export const BSC: SimNetwork = {
  id: "bsc",
  chainId: 56,
  proxy: "0x0dfbee143b42b41efc5a6f87bfd1ffc78c2f0ac9",
  token: "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d",
  currency: "USDC-bsc",
  decimals: 18,
  otherToken: "0x55d398326f99059ff775485246999027b3197955",
  otherCurrency: "USDT-bsc",
  pool: "0x4e8e101924ede233c13e2d8622dc8aed2872d505",
  sourceChain: "BNB",
  recurring: "0xbb0f20890e9e405f9d4c2e707590525ccaa3de16",
  height: 400,
};

/** Beside the others, in some runs: payments cross a bridge between it and the second network, whose tokens have other decimals. */
export const BASE: SimNetwork = {
  id: "base",
  chainId: 8_453,
  proxy: "0x1892196e80c4c17ea5100da765ab48c1fe2fb814",
  token: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  currency: "USDC-base",
  decimals: 6,
  otherToken: "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2",
  otherCurrency: "USDT-base",
  pool: "0x09aea4b2242abc8bb4bb78d537a67a245a7bec64",
  sourceChain: "BASE",
  recurring: "0xd2c3392e3e70f4ce033cb39cc80b414addd64ffa",
  height: 700,
};

/** Across' contract that makes the calls of a deposit: on every network of it. Lower-case. */
export const ACROSS_HANDLER = "0x0f7ae28de1c8532170ad4ee566b5801485c13a0e";

/** Of the two tokens of a network the one that this one is not. */
export function anotherToken({ token, otherToken }: SimNetwork, than: string): Hex {
  return than === token ? otherToken : token;
}

/** What makes deposit addresses, and the code behind them: on every network. Lower-case. */
export const DEPOSIT_FACTORY = "0xb287183e8801d4d5119e016a82ac7de49962c9f4";
export const DEPOSIT_ACCOUNT = "0x080f43844f30411b2a95ff0757ee7e23aee9e9f7";
