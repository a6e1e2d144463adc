import { at, EVERYWHERE, USUAL } from "@/server/chains/contract-addresses";
import { ETHER, type EvmDescriptor, etherscanLike } from "@/server/chains/descriptors/descriptor";

export const optimism = {
  id: "optimism",
  family: "evm",
  name: "Optimism",
  chainId: 10,
  isTestnet: false,
  native: ETHER,
  sourceChain: "OPTIMISM",
  blockTimeMs: 2_000,
  confirmations: 1,
  finalityFallbackDepth: 900,
  explorer: etherscanLike("https://optimistic.etherscan.io"),
  coinIds: { hashName: "eth-optimism", catalogueIds: ["ETH-optimism-optimism"] },
  publicNode: "https://mainnet.optimism.io",
  safe130: "eip155",
  tokens: [
    {
      symbol: "USDC",
      address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85",
      decimals: 6,
      catalogueIds: ["USDCn-optimism"],
    },
    { symbol: "USDT", address: "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", decimals: 6 },
    // Another contract than USDT here, hence a token of its own (D-12).
    { symbol: "USDT0", address: "0x01bFF41798a0BcF287b996046Ca68b395DbC1071", decimals: 6 },
    { symbol: "DAI", address: "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", decimals: 18 },
  ],
  contracts: {
    erc20FeeProxy: at("0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE", 34638633n),
    ethereumFeeProxy: at("0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687", 34638587n),
    erc20ConversionProxy: at("0x1550A8C4F4E5afC67Ea07e8ac590fdcAdB4bBfb1", 35490589n),
    ethConversionProxy: at("0x7Ebf48a26253810629C191b56C3212Fd0D211c26", 30490295n),
    conversionPath: at("0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA", 35490284n),
    batch: at("0x3cF63891928B8CeebB81C95426600a18cd59C03f", 44224282n),
    // Ours, placed on local chains: Optimism has no public one. On a real node the address comes from configuration,
    // after `quittance contracts deploy`.
    recurring: at("0x52656375727269000000000000000000000000A1", 0n),
    singleRequestProxyFactory: at("0xf8cACE7EE4c03Eb4f225434B0709527938D365b4", 127750366n),
    ...EVERYWHERE,
    sanctionsOracle: USUAL.sanctionsOracle,
    olderConversionPath: null,
    lifiRouter: USUAL.lifiRouter,
    lifiReceiver: { address: "0xe417AD5eb9e919567620A48B3757cc182cCdf9e4" },
    lifiExecutor: { address: "0xC9E66aa9b08EB667e450e072E96F7086AD9f2c91" },
    acrossSpokePool: { address: "0x6f26Bf09B1C792e3228e5467807a900A503c0281" },
    acrossHandler: USUAL.acrossHandler,
  },
} as const satisfies EvmDescriptor;
