import { parseGwei } from "viem";
import { EVM_NETWORK_IDS, type EvmNetworkId } from "@/server/chains/networks";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import { readSigner, type SignerSettings, signerAddress } from "@/server/executor/signer-settings";

export interface SettlerSettings {
  signer: SignerSettings;
  /** The most that is paid for gas, wei per gas, tip included. */
  maxFee: bigint;
  /** How many transactions it sends on a day at most. */
  perDay: number;
  /** An address is collected from once so many times its gas waits there. */
  gasMultiple: number;
}

/** Networks that have a settler. */
export type AllSettlerSettings = Partial<Record<EvmNetworkId, SettlerSettings>>;

const PER_DAY = 200;
const GAS_MULTIPLE = 50;

/** Variables with a network's name at the end: what they mean, and what holds without them. */
export const SETTLER_VARIABLES = {
  "SETTLER_KEY_<NETWORK>": {
    description:
      "private key of the account that collects deposits and pays for their gas; without it merchants collect from the dashboard. Only workers use it, so give it to no web process. It needs coins for gas and nothing else, and can pay nobody but payees ([what it can do](decisions/settler.md)). Not the executor's key",
    unset: "none",
  },
  "SETTLER_SIGNER_URL_<NETWORK>": {
    description: "instead of the key: a JSON-RPC signer, as for the executor",
    unset: "none",
  },
  "SETTLER_ADDRESS_<NETWORK>": { description: "the account that this signer signs for", unset: "none" },
  "SETTLER_MAX_FEE_GWEI_<NETWORK>": {
    description: "the most the settler pays for gas, tip included; above it deposits wait",
    unset: "as `EXECUTOR_MAX_FEE_GWEI_<NETWORK>`",
  },
  "SETTLER_PER_DAY_<NETWORK>": {
    description: "how many transactions the settler sends on a day at most, each for up to 80 addresses",
    unset: `\`${PER_DAY}\``,
  },
  "SETTLER_GAS_MULTIPLE_<NETWORK>": {
    description: "an address is collected from once what waits there is worth so many times its gas",
    unset: `\`${GAS_MULTIPLE}\`, so that gas takes 2 percent at most`,
  },
};

/**
 * Reads the settings of settlers by network (dashes of a network as underscores). `executors` are the accounts of executors,
 * whose nonces nobody else may use. Problems name the variable and never its value.
 */
export function settlerSettings(
  env: Record<string, string | undefined>,
  networks: readonly string[],
  executors: Partial<Record<EvmNetworkId, { signer: SignerSettings | null }>>,
): { settings: AllSettlerSettings; problems: string[] } {
  const settings: AllSettlerSettings = {};
  const problems: string[] = [];
  for (const id of EVM_NETWORK_IDS) {
    const suffix = id.replaceAll("-", "_").toUpperCase();
    const read = (name: string) => env[`SETTLER_${name}_${suffix}`]?.trim() || undefined;
    const say = (name: string, what: string) => problems.push(`SETTLER_${name}_${suffix}: ${what}`);
    const whole = (name: string, unset: number) => {
      const text = read(name) ?? String(unset);
      if (!/^[1-9]\d{0,5}$/.test(text)) say(name, "a whole number from 1 to 999999");
      return Number(text);
    };
    const signer = readSigner(read, say);
    const gwei = read("MAX_FEE_GWEI") ?? SERVER_FACTS[id].gas.maxFeeGwei;
    const isGwei = /^\d+(\.\d{1,9})?$/.test(gwei);
    if (!isGwei) say("MAX_FEE_GWEI", "a decimal number of gwei");
    const perDay = whole("PER_DAY", PER_DAY);
    const gasMultiple = whole("GAS_MULTIPLE", GAS_MULTIPLE);
    if (!signer || !isGwei || !networks.includes(id)) continue;
    const executor = executors[id]?.signer;
    if (executor && signerAddress(executor) === signerAddress(signer)) {
      say("KEY", "another account than the executor's: both would use the same nonces");
      continue;
    }
    settings[id] = { signer, maxFee: parseGwei(gwei), perDay, gasMultiple };
  }
  return problems.length > 0 ? { settings: {}, problems } : { settings, problems };
}
