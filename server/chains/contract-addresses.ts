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
  recurring: ContractRef<Address> | null;
  singleRequestProxyFactory: ContractRef<Address> | null;
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

function at<Address extends string>(address: Address, createdAtBlock: bigint): ContractRef<Address> {
  return { address, createdAtBlock };
}

const MULTICALL3 = { address: "0xcA11bde05977b3631167028862bE2a173976CA11" } as const;
const PERMIT2 = { address: "0x000000000022D473030F116dDEE9F6B43aC78BA3" } as const;
const SANCTIONS_ORACLE = { address: "0x40C57923924B5c5c5455c48D93317139ADDaC8fb" } as const;
const OLDER_PATH = { address: "0xEEc4790306C43DC00cebbE4D0c36Fadf8634B533" } as const;
const LIFI_ROUTER = { address: "0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE" } as const;
const ACROSS_HANDLER = { address: "0x0F7Ae28dE1C8532170AD4ee566B5801485c13a0E" } as const;
/** The same on four networks. */
const LIFI_RECEIVER = { address: "0x33b255b5db44A78c34381f89f1a454bc0Ef49871" } as const;
/** The same on three networks. */
const LIFI_EXECUTOR = { address: "0x2dfaDAB8266483beD9Fd9A292Ce56596a2D1378D" } as const;

/**
 * Ours, placed on local chains: Optimism has no public recurring contract. On a real Optimism node the address
 * comes from configuration, after `npm run deploy:contracts`.
 */
const LOCAL_RECURRING_ON_OPTIMISM = at("0x52656375727269000000000000000000000000A1", 0n);

/**
 * Public deployments on the EVM networks (onchain.md §3).
 *
 * `recurring` lists the public address so that local chains look like production. Only holders of its relayer
 * role may trigger it, so a real network needs our own deployment, set in configuration.
 */
export const EVM_CONTRACTS = {
  mainnet: {
    erc20FeeProxy: at("0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C", 10774767n),
    ethereumFeeProxy: at("0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8", 14392218n),
    erc20ConversionProxy: at("0xe72Ecea44b6d8B2b3cf5171214D9730E86213cA2", 12225751n),
    ethConversionProxy: at("0x7Ebf48a26253810629C191b56C3212Fd0D211c26", 14448211n),
    conversionPath: at("0xC5519f3fcECC8EC85caaF8836563dEe9a00080f9", 12225729n),
    batch: at("0x3cF63891928B8CeebB81C95426600a18cd59C03f", 15832733n),
    recurring: at("0xF0Bebbc99E26Ba7F651E7Ff14e0D3029B0228880", 22845710n),
    singleRequestProxyFactory: at("0xD5933C74414ce80D9d7082cc89FBAdcfF4751fAF", 21145968n),
    multicall3: MULTICALL3,
    permit2: PERMIT2,
    sanctionsOracle: SANCTIONS_ORACLE,
    olderConversionPath: null,
    lifiRouter: LIFI_ROUTER,
    lifiReceiver: { address: "0x07Cc0a0b41641D349240e1988169Fa11b31FC24E" },
    lifiExecutor: { address: "0xd9B2Da9C45b118e4e93A004FB1452bCDB6cC0E88" },
    acrossSpokePool: { address: "0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5" },
    acrossHandler: ACROSS_HANDLER,
  },
  "arbitrum-one": {
    erc20FeeProxy: at("0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9", 5309741n),
    ethereumFeeProxy: at("0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8", 7943516n),
    erc20ConversionProxy: at("0xA5186dec7dC1ec85B42A3cd2Dc8289e248530B07", 5321045n),
    ethConversionProxy: at("0x7Ebf48a26253810629C191b56C3212Fd0D211c26", 5317986n),
    conversionPath: at("0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA", 5317970n),
    batch: at("0x3cF63891928B8CeebB81C95426600a18cd59C03f", 32766338n),
    recurring: at("0xC335f956e91faa1DC103f9B54f7009c470dc6EEf", 354140859n),
    singleRequestProxyFactory: at("0x4D417AA04DBb207201a794E5B7381B3cde815281", 272440350n),
    multicall3: MULTICALL3,
    permit2: PERMIT2,
    sanctionsOracle: SANCTIONS_ORACLE,
    olderConversionPath: null,
    lifiRouter: LIFI_ROUTER,
    lifiReceiver: LIFI_RECEIVER,
    lifiExecutor: LIFI_EXECUTOR,
    acrossSpokePool: { address: "0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A" },
    acrossHandler: ACROSS_HANDLER,
  },
  optimism: {
    erc20FeeProxy: at("0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE", 34638633n),
    ethereumFeeProxy: at("0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687", 34638587n),
    erc20ConversionProxy: at("0x1550A8C4F4E5afC67Ea07e8ac590fdcAdB4bBfb1", 35490589n),
    ethConversionProxy: at("0x7Ebf48a26253810629C191b56C3212Fd0D211c26", 30490295n),
    conversionPath: at("0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA", 35490284n),
    batch: at("0x3cF63891928B8CeebB81C95426600a18cd59C03f", 44224282n),
    recurring: LOCAL_RECURRING_ON_OPTIMISM,
    singleRequestProxyFactory: at("0xf8cACE7EE4c03Eb4f225434B0709527938D365b4", 127750366n),
    multicall3: MULTICALL3,
    permit2: PERMIT2,
    sanctionsOracle: SANCTIONS_ORACLE,
    olderConversionPath: null,
    lifiRouter: LIFI_ROUTER,
    lifiReceiver: { address: "0xe417AD5eb9e919567620A48B3757cc182cCdf9e4" },
    lifiExecutor: { address: "0xC9E66aa9b08EB667e450e072E96F7086AD9f2c91" },
    acrossSpokePool: { address: "0x6f26Bf09B1C792e3228e5467807a900A503c0281" },
    acrossHandler: ACROSS_HANDLER,
  },
  base: {
    erc20FeeProxy: at("0x1892196E80C4c17ea5100Da765Ab48c1fE2Fb814", 10827274n),
    ethereumFeeProxy: at("0xd9C3889eB8DA6ce449bfFE3cd194d08A436e96f2", 10827264n),
    erc20ConversionProxy: at("0x8296D56321cf207925a7804E5A8E3F579838e6Ad", 10827277n),
    ethConversionProxy: at("0xEdfD8386d5DE52072B4Ad8dC69BBD0bB89f9A1fb", 10827267n),
    conversionPath: at("0x3dF89c727eaDF67eeD7b4d09EC4F2b41f8Dec2ca", 10827258n),
    batch: at("0x1aF3f22685AcdDc788B3730ed415912d8f654420", 10827288n),
    recurring: at("0xd2c3392e3e70F4CE033Cb39CC80B414aDdD64fFa", 32422496n),
    singleRequestProxyFactory: at("0xAdc0001eA67Ab36D5321612c6b500572704fFF20", 22154500n),
    multicall3: MULTICALL3,
    permit2: PERMIT2,
    sanctionsOracle: { address: "0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B" },
    olderConversionPath: null,
    lifiRouter: LIFI_ROUTER,
    lifiReceiver: LIFI_RECEIVER,
    lifiExecutor: { address: "0x4DaC9d1769b9b304cb04741DCDEb2FC14aBdF110" },
    acrossSpokePool: { address: "0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64" },
    acrossHandler: ACROSS_HANDLER,
  },
  matic: {
    erc20FeeProxy: at("0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9", 17427742n),
    ethereumFeeProxy: at("0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8", 25972999n),
    erc20ConversionProxy: at("0xf0f49873C50765239F6f9534Ba13c4fe16eD5f2E", 17427747n),
    ethConversionProxy: at("0x7Ebf48a26253810629C191b56C3212Fd0D211c26", 25999653n),
    conversionPath: at("0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA", 25999509n),
    batch: at("0x3cF63891928B8CeebB81C95426600a18cd59C03f", 34825335n),
    recurring: at("0xD3BD678f219439c2bcf602Beb07e601a91b8Cd3d", 73564289n),
    singleRequestProxyFactory: at("0x4D417AA04DBb207201a794E5B7381B3cde815281", 64048143n),
    multicall3: MULTICALL3,
    permit2: PERMIT2,
    sanctionsOracle: SANCTIONS_ORACLE,
    olderConversionPath: OLDER_PATH,
    lifiRouter: LIFI_ROUTER,
    lifiReceiver: LIFI_RECEIVER,
    lifiExecutor: LIFI_EXECUTOR,
    acrossSpokePool: { address: "0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096" },
    acrossHandler: ACROSS_HANDLER,
  },
  bsc: {
    erc20FeeProxy: at("0x0DfbEe143b42B41eFC5A6F87bFD1fFC78c2f0aC9", 11540173n),
    ethereumFeeProxy: at("0xfCFBcfc4f5A421089e3Df45455F7f4985FE2D6a8", 16084639n),
    erc20ConversionProxy: at("0xbbd9c5D112343A4Aa2bc194245760CaeeaF118Be", 16361281n),
    ethConversionProxy: at("0x7Ebf48a26253810629C191b56C3212Fd0D211c26", 16170265n),
    conversionPath: at("0x0818Ad7016138f0A40DFAe30F64a923c2A8F61bA", 16170262n),
    batch: at("0x3cF63891928B8CeebB81C95426600a18cd59C03f", 22511974n),
    recurring: at("0xbb0f20890E9e405f9D4c2e707590525ccAA3De16", 52840120n),
    singleRequestProxyFactory: at("0x4D417AA04DBb207201a794E5B7381B3cde815281", 43839939n),
    multicall3: MULTICALL3,
    permit2: PERMIT2,
    sanctionsOracle: SANCTIONS_ORACLE,
    olderConversionPath: OLDER_PATH,
    lifiRouter: LIFI_ROUTER,
    lifiReceiver: LIFI_RECEIVER,
    lifiExecutor: LIFI_EXECUTOR,
    acrossSpokePool: { address: "0x4e8E101924eDE233C13e2D8622DC8aED2872d505" },
    acrossHandler: ACROSS_HANDLER,
  },
  sepolia: {
    erc20FeeProxy: at("0x399F5EE127ce7432E4921a61b8CF52b0af52cbfE", 4733364n),
    ethereumFeeProxy: at("0xe11BF2fDA23bF0A98365e1A4c04A87C9339e8687", 4733361n),
    erc20ConversionProxy: at("0xaD61121DAfAAe495095Cd466022b519Cb7503a4E", 4733467n),
    ethConversionProxy: at("0xc861aE0Cd70b73b0C8F1D62Fa669E6D1d7D7e0aB", 4733362n),
    conversionPath: at("0x7c285b9F2dA5E2c10feA25C00Ce1aCB107F85475", 4733359n),
    batch: at("0x67818703c92580c0e106e401F253E8A410A66f8B", 4733368n),
    recurring: at("0xb6C7448458d8616B00eb8f93883d0081Fa2aDec9", 8689800n),
    singleRequestProxyFactory: at("0xf8cACE7EE4c03Eb4f225434B0709527938D365b4", 7038199n),
    multicall3: MULTICALL3,
    permit2: PERMIT2,
    sanctionsOracle: null,
    olderConversionPath: null,
    lifiRouter: null,
    lifiReceiver: null,
    lifiExecutor: null,
    acrossSpokePool: null,
    acrossHandler: null,
  },
} satisfies Record<string, Contracts<Hex>>;

/** Public deployments on Tron, in Base58Check form (onchain.md §3). */
export const TRON_CONTRACTS: Contracts = {
  erc20FeeProxy: at("TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd", 79216121n),
  ethereumFeeProxy: null,
  erc20ConversionProxy: null,
  ethConversionProxy: null,
  conversionPath: null,
  batch: at("TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D", 83104290n),
  recurring: null,
  singleRequestProxyFactory: null,
  multicall3: { address: "TEazPvZwDjDtFeJupyo7QunvnrnUjPH8ED" },
  permit2: null,
  sanctionsOracle: null,
  olderConversionPath: null,
  lifiRouter: null,
  lifiReceiver: null,
  lifiExecutor: null,
  acrossSpokePool: null,
  acrossHandler: null,
};
