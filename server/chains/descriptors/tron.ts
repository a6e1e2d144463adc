import { at } from "@/server/chains/contract-addresses";
import type { TronDescriptor } from "@/server/chains/descriptors/descriptor";

/**
 * Where local chains have the contracts of deposit addresses. An address on Tron follows from the transaction that deploys,
 * so it is not known before; until then these are hashes of text, where nobody can deploy anything and the real network has
 * nothing. `quittance contracts deploy` says what to write here instead.
 */
const DEPOSIT_FACTORY = { address: "TYV4fbN5ULUBQidmMXcGmsYcvUirfoYYHi" } as const;
const DEPOSIT_ACCOUNT = { address: "TRpcjdYDN9ofo23GEvvLJCbmnmT5E4JS5Z" } as const;

/** Tron mainnet, the only Tron network (behaviour.md §6.1). Public deployments in Base58Check form (onchain.md §3). */
export const tron = {
  id: "tron",
  family: "tron",
  name: "Tron",
  chainId: 728126428,
  isTestnet: false,
  native: { symbol: "TRX", name: "TRON", decimals: 6 },
  sourceChain: null,
  blockTimeMs: 3_000,
  confirmations: "finalized",
  finalityFallbackDepth: 19,
  explorer: {
    transactionPrefix: "https://tronscan.org/#/transaction/",
    addressPrefix: "https://tronscan.org/#/address/",
    isHashBare: true,
  },
  coinIds: { hashName: "trx" },
  tokens: [
    { symbol: "USDT", address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", decimals: 6, approveNeedsReset: true },
    { symbol: "USDC", address: "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8", decimals: 6 },
  ],
  contracts: {
    erc20FeeProxy: at("TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd", 79216121n),
    ethereumFeeProxy: null,
    erc20ConversionProxy: null,
    ethConversionProxy: null,
    conversionPath: null,
    batch: at("TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D", 83104290n),
    recurring: null,
    singleRequestProxyFactory: null,
    depositFactory: DEPOSIT_FACTORY,
    depositAccount: DEPOSIT_ACCOUNT,
    multicall3: { address: "TEazPvZwDjDtFeJupyo7QunvnrnUjPH8ED" },
    permit2: null,
    sanctionsOracle: null,
    olderConversionPath: null,
    lifiRouter: null,
    lifiReceiver: null,
    lifiExecutor: null,
    acrossSpokePool: null,
    acrossHandler: null,
  },
} as const satisfies TronDescriptor;
