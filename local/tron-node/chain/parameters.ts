/** Prices and limits of the chain, in sun: a proposal of the real network's committee changes them. */
export interface ChainParameters {
  /** Sun for one unit of energy. */
  energyFee: bigint;
  /** Sun for one byte of bandwidth. */
  transactionFee: bigint;
  /** Bandwidth in bytes that every account has in 24 hours for nothing. */
  freeNetLimit: bigint;
  /** Sun that a transfer to an account that is not there pays beyond its amount. */
  createAccountFee: bigint;
  /** Sun of bandwidth for the same. */
  createAccountNetFee: bigint;
  memoFee: bigint;
  maxFeeLimit: bigint;
}

/** As on the main network, after the energy price of August 2025. */
export const MAINNET_PARAMETERS: ChainParameters = {
  energyFee: 100n,
  transactionFee: 1_000n,
  freeNetLimit: 600n,
  createAccountFee: 1_000_000n,
  createAccountNetFee: 100_000n,
  memoFee: 1_000_000n,
  maxFeeLimit: 15_000_000_000n,
};

/** A transaction may be valid this long at most. */
export const LONGEST_LIFETIME_MS = 86_400_000;
/** What a node gives a transaction that it builds. */
export const NODE_LIFETIME_MS = 60_000;

/** The answer of `wallet/getchainparameters`. */
export function printParameters(parameters: ChainParameters) {
  const entries: [string, bigint][] = [
    ["getMaintenanceTimeInterval", 21_600_000n],
    ["getCreateAccountFee", parameters.createAccountNetFee],
    ["getTransactionFee", parameters.transactionFee],
    ["getCreateNewAccountFeeInSystemContract", parameters.createAccountFee],
    ["getCreateNewAccountBandwidthRate", 1n],
    ["getAllowCreationOfContracts", 1n],
    ["getEnergyFee", parameters.energyFee],
    ["getMaxCpuTimeOfOneTx", 80n],
    ["getAllowMultiSign", 1n],
    ["getFreeNetLimit", parameters.freeNetLimit],
    ["getMaxFeeLimit", parameters.maxFeeLimit],
    ["getMemoFee", parameters.memoFee],
  ];
  return { chainParameter: entries.map(([key, value]) => ({ key, value })) };
}
