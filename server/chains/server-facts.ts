import type { Hex } from "@/server/chains/contract-addresses";
import type { EvmNetworkId } from "@/server/chains/descriptors/all";
import type { PricedSymbol } from "@/server/chains/priced-symbols";

/** A Chainlink proxy, and most seconds between two rounds while the market is open; a day where it names none. */
type FeedRow = [address: Hex, heartbeatSeconds?: number];

/** What the server alone needs of an EVM network. Its other half, which browsers have too, is the descriptor. */
export interface ServerFacts {
  /** Transactions of the executor (docs/decisions/executor.md). */
  gas: {
    /** The most that is paid, gwei: above what the network asks on all but its worst days; an operator sets another. */
    maxFeeGwei: string;
    /** The smallest tip, gwei, that its pools take or that gets a transaction mined; nodes suggest too little on some. */
    leastTipGwei: string;
    /** No more is given: the suggestion of nodes is ignored. */
    isTipFixed?: boolean;
    /** The fee for the data of a transaction is taken as gas. */
    isDataPaidAsGas?: boolean;
    /** A transaction that was in none of so many blocks is replaced; where absent, a time decides. */
    stuckAfterBlocks?: bigint;
  };
  /**
   * What the call that pays costs here in cents of a dollar, until the provider of payments from another network was
   * asked; 5 where absent.
   */
  usualCallCents?: bigint;
  /** How Safe's transaction service names it (providers.md §4.1). */
  safeService: string;
  /** Published price feeds (providers.md §6.1). All of them answer with 8 decimals. */
  priceFeeds: Partial<Record<PricedSymbol, FeedRow>>;
  /** Says since when an L2's sequencer has been up; without it prices there stand still unnoticed. */
  sequencerFeed?: Hex;
  /** What the public conversion contracts have a pair of with USD, beside the coin (onchain.md §9.3). */
  conversionPairs: { fiats: readonly string[]; tokens: readonly string[] };
}

const STABLECOINS = ["USDC", "USDT", "DAI"];

export const SERVER_FACTS: Record<EvmNetworkId, ServerFacts> = {
  mainnet: {
    gas: { maxFeeGwei: "100", leastTipGwei: "0.01", stuckAfterBlocks: 5n },
    usualCallCents: 150n,
    safeService: "eth",
    priceFeeds: {
      USDC: ["0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6"],
      USDT: ["0x3E7d1eAB13ad0104d2750B8863b489D65364e32D"],
      DAI: ["0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9", 3_600],
      ETH: ["0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419", 3_600],
      EUR: ["0xb49f677943BC038e9857d61E7d053CaA2C1734C1"],
      GBP: ["0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5"],
      JPY: ["0xBcE206caE7f0ec07b545EddE332A47C2F75bbeb3"],
      CNY: ["0xeF8A4aF35cd47424672E3C590aBD37FBB7A7759a"],
      BNB: ["0x14e613AC84a31f709eadbdF89C6CC390fDc9540A"],
      POL: ["0x7bAC85A8a13A4BcD8abb3eB7d6b4d632c5a57676", 3_600],
    },
    conversionPairs: { fiats: ["EUR", "GBP", "JPY", "CNY"], tokens: STABLECOINS },
  },
  "arbitrum-one": {
    // First come, first served: a tip buys nothing.
    gas: { maxFeeGwei: "5", leastTipGwei: "0", isTipFixed: true, isDataPaidAsGas: true },
    safeService: "arb1",
    priceFeeds: {
      USDC: ["0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3"],
      USDT: ["0x3f3f5dF88dC9F13eac63DF89EC16ef6e7E25DdE7"],
      DAI: ["0xc5C8E77B397E531B8EC06BFb0048328B30E9eCfB"],
      ETH: ["0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612"],
      EUR: ["0xA14d53bC1F1c0F31B4aA3BD109344E5009051a84", 3_600],
      GBP: ["0x9C4424Fd84C6661F97D8d6b3fc3C1aAc2BeDd137"],
      JPY: ["0x3dD6e51CB9caE717d5a8778CF79A04029f9cFDF8"],
      CNY: ["0xcC3370Bde6AFE51e1205a5038947b9836371eCCb"],
      POL: ["0x82BA56a2fADF9C14f17D08bc51bDA0bDB83A8934"],
      BNB: ["0x6970460aabF80C5BE983C6b74e5D06dEDCA95D4A"],
    },
    sequencerFeed: "0xFdB631F5EE196F0ed6FAa767959853A9F217697D",
    conversionPairs: { fiats: ["EUR", "GBP", "JPY", "CNY"], tokens: STABLECOINS },
  },
  optimism: {
    gas: { maxFeeGwei: "5", leastTipGwei: "0.001", isTipFixed: true },
    safeService: "oeth",
    priceFeeds: {
      USDC: ["0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3"],
      USDT: ["0xECef79E109e997bCA29c1c0897ec9d7b03647F5E"],
      DAI: ["0x8dBa75e83DA73cc766A7e5a0ee71F656BAb470d6"],
      ETH: ["0x13e3Ee699D1909E989722E753853AE30b17e08c5", 1_200],
      EUR: ["0x3626369857A10CcC6cc3A6e4f5C2f5984a519F20", 3_600],
      JPY: ["0x536944c3A71FEb7c1E5C66Ee37d1a148d8D8f619", 1_200],
      POL: ["0x0ded608AFc23724f614B76955bbd9dFe7dDdc828", 1_200],
      BNB: ["0xD38579f7cBD14c22cF1997575eA8eF7bfe62ca2c", 1_200],
      TRX: ["0x0E09921cf7801A5aD47B892C8727593275625a9f"],
    },
    sequencerFeed: "0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389",
    conversionPairs: { fiats: ["EUR", "JPY"], tokens: STABLECOINS },
  },
  base: {
    gas: { maxFeeGwei: "5", leastTipGwei: "0.001", isTipFixed: true },
    safeService: "base",
    priceFeeds: {
      USDC: ["0x7e860098F58bBFC8648a4311b374B1D669a2bc6B"],
      USDT: ["0xf19d560eB8d2ADf07BD6D13ed03e1D11215721F9"],
      DAI: ["0x591e79239a7d679378eC8c847e5038150364C78F"],
      ETH: ["0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70", 1_200],
      EUR: ["0xc91D87E81faB8f93699ECf7Ee9B44D11e1D53F0F", 3_600],
      GBP: ["0xCceA6576904C118037695eB71195a5425E69Fa15"],
    },
    sequencerFeed: "0xBCF85224fc0756B9Fa45aA7892530B47e10b6433",
    conversionPairs: { fiats: [], tokens: ["USDC"] },
  },
  matic: {
    gas: { maxFeeGwei: "1000", leastTipGwei: "30" },
    safeService: "pol",
    priceFeeds: {
      USDC: ["0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7"],
      USDT: ["0x0A6513e40db6EB1b165753AD52E80663aeA50545"],
      DAI: ["0x4746DeC9e833A82EC7C2C1356372CcF2cfcD2F3D"],
      ETH: ["0xF9680D99D6C9589e2a93a78A04A279e509205945"],
      EUR: ["0x73366Fe0AA0Ded304479862808e02506FE556a98"],
      GBP: ["0x099a2540848573e94fb1Ca0Fa420b00acbBc845a"],
      JPY: ["0xD647a6fC9BC6402301583C91decC5989d8Bc382D"],
      CNY: ["0x04bB437Aa63E098236FA47365f0268547f6EAB32"],
      POL: ["0xAB594600376Ec9fD91F8e885dADF0CE036862dE0"],
    },
    conversionPairs: { fiats: ["EUR", "GBP", "JPY", "CNY"], tokens: STABLECOINS },
  },
  bsc: {
    gas: { maxFeeGwei: "10", leastTipGwei: "0.1" },
    safeService: "bnb",
    priceFeeds: {
      USDC: ["0x51597f405303C4377E36123cBc172b13269EA163"],
      USDT: ["0xB97Ad0E74fa7d920791E90258A6E2085088b4320"],
      DAI: ["0x132d3C0B1D2cEa0BC552588063bdBb210FDeecfA"],
      ETH: ["0x9ef1B8c0E4F7dc8bF5719Ea496883DC6401d5b2e"],
      EUR: ["0x0bf79F617988C472DcA68ff41eFe1338955b9A80"],
      GBP: ["0x8FAf16F710003E538189334541F5D4a391Da46a0"],
      JPY: ["0x22Db8397a6E77E41471dE256a7803829fDC8bC57"],
      BNB: ["0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE"],
      TRX: ["0xF4C5e535756D11994fCBB12Ba8adD0192D9b88be"],
    },
    conversionPairs: { fiats: ["EUR", "GBP", "JPY"], tokens: STABLECOINS },
  },
  sepolia: {
    gas: { maxFeeGwei: "100", leastTipGwei: "0.01", stuckAfterBlocks: 5n },
    safeService: "sep",
    priceFeeds: {
      USDC: ["0xA2F78ab2355fe2f984D808B5CeE7FD0A93D5270E"],
      DAI: ["0x14866185B1962B63C3Ea9E03Bc1da838bab34C19"],
      ETH: ["0x694AA1769357215DE4FAC081bf1f309aDC325306"],
      EUR: ["0x1a81afB8146aeFfCFc5E50e8479e826E7D55b910"],
      GBP: ["0x91FAB41F5f3bE955963a986366edAcff1aaeaa83"],
    },
    conversionPairs: { fiats: ["EUR", "GBP"], tokens: ["FAU", "USDT"] },
  },
};
