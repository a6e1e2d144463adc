import { type Hex, zeroAddress } from "viem";
import {
  type DepositContracts,
  type DepositTerms,
  depositContractsOf as depositContractsIn,
  evmDepositAddress,
} from "@/server/chains/deposit-address";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { depositAccountAbi, depositFactoryAbi } from "../abis";
import { readArtifact } from "../artifact";
import { fixedDeployment } from "../fixed-deployment";
import type { Bench } from "./bench";

export const REFERENCE: Hex = "0xb3581f0b0f74cc61";
export const LEG_REFERENCE: Hex = "0x0102030405060708";
export const FEE_RECEIVER: Hex = "0xFee0000000000000000000000000000000000001";
export const LEG_RECEIVER: Hex = "0xfEE0000000000000000000000000000000000002";

/** Factory and implementation on a local chain, and what the tests do with them. */
export interface Deposits {
  factory: Hex;
  implementation: Hex;
  /** Terms of a payment of 1,000 and fees of 50 and 10, with these changes. */
  terms(changes?: Partial<DepositTerms>): DepositTerms;
  addressOf(terms: DepositTerms): Hex;
  /** Mints to the payer if need be, and sends a plain transfer to the address. */
  put(terms: DepositTerms, amount: bigint, token?: Hex): Promise<void>;
  collect(terms: DepositTerms): ReturnType<Bench["send"]>;
  read(terms: DepositTerms, functionName: "accounted" | "leftFee" | "leftLeg"): Promise<bigint>;
}

/** Both contracts of an EVM network. */
export function depositContractsOf(network: EvmNetworkId): DepositContracts {
  const contracts = depositContractsIn(EVM_NETWORKS[network]);
  if (!contracts) throw new Error(`${network} has no deposit addresses`);
  return contracts;
}

/** Those of a bench: both contracts stand where the network says. */
export function depositsOn(bench: Bench): Deposits {
  const { factory, implementation } = depositContractsOf(bench.chain.network);
  const addressOf = (terms: DepositTerms) => evmDepositAddress(terms, { factory, implementation });
  return {
    factory,
    implementation,
    terms: (changes = {}) => ({
      homeChainId: BigInt(EVM_NETWORKS[bench.chain.network].chainId),
      payee: bench.chain.accounts.recipient.address,
      token: bench.token("USDC"),
      feeProxy: bench.at.erc20FeeProxy,
      paymentReference: REFERENCE,
      amount: 1_000n,
      feeReceiver: FEE_RECEIVER,
      feeAmount: 50n,
      legReceiver: LEG_RECEIVER,
      legAmount: 10n,
      legReference: LEG_REFERENCE,
      ...changes,
    }),
    addressOf,
    async put(terms, amount, token = terms.token) {
      const { abi } = await readArtifact("UsdtStyleToken");
      const payer = bench.chain.accounts.payer.address;
      await bench.send("payer", { to: token, abi, functionName: "mint", args: [payer, amount] });
      await bench.send("payer", {
        to: token,
        abi,
        functionName: "transfer",
        args: [addressOf(terms), amount],
      });
    },
    collect: (terms) =>
      bench.send("payer2", {
        to: factory,
        abi: depositFactoryAbi,
        functionName: "collect",
        args: [terms],
      }),
    read: (terms, functionName) => bench.read({ to: addressOf(terms), abi: depositAccountAbi, functionName }),
  };
}

/** The terms without any fee. */
export const NO_FEES = {
  feeReceiver: zeroAddress,
  feeAmount: 0n,
  legReceiver: zeroAddress,
  legAmount: 0n,
  legReference: "0x0000000000000000",
} as const;

/**
 * Deploys a contract through the public deployment proxy, as on a real network, and gives its address: the hash of its
 * code and arguments.
 */
export async function deployFixed(bench: Bench, contract: string, ...args: unknown[]): Promise<Hex> {
  const { address, to, data } = await fixedDeployment(contract, ...args);
  const hash = await bench.chain.wallet(0).sendTransaction({ to, data });
  await bench.chain.publicClient.waitForTransactionReceipt({ hash });
  return address;
}
