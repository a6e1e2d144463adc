import { parseGwei } from "viem";
import { z } from "zod";
import { developmentAccount } from "@/server/chains/development-accounts";
import { EVM_NETWORK_IDS, type EvmNetworkId, isEvmNetworkId } from "@/server/chains/networks";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import { readSigner, type SignerSettings } from "@/server/executor/signer-settings";

/** The account of executors on local chains, by its position in the development mnemonic. */
export const LOCAL_EXECUTOR = 9;

export interface ExecutorSettings {
  /** Null switches the executor of this network off. */
  signer: SignerSettings | null;
  /** The most that is paid for gas, wei per gas, tip included. */
  maxFee: bigint;
}

export type AllExecutorSettings = Partial<Record<EvmNetworkId, ExecutorSettings>>;

const Gwei = z.string().regex(/^\d+(\.\d{1,9})?$/, "a decimal number of gwei");

/** Variables with a network's name at the end: what they mean, and what holds without them. */
export const EXECUTOR_VARIABLES = {
  "EXECUTOR_KEY_<NETWORK>": {
    description:
      "private key of the account that triggers recurring payouts and pays for their gas; without it none are paid on that network. Only workers use it, so give it to no web process (`compose.yaml` reads it from `.env.worker`). It needs the relayer's role in your recurring contract and coins for gas, and nothing else ([what it can do](decisions/executor.md))",
    unset: "a development account on local chains, else none",
  },
  "EXECUTOR_SIGNER_URL_<NETWORK>": {
    description:
      "instead of the key: a JSON-RPC signer (`eth_signTransaction`, as web3signer and Clef have it); what it signs is compared with what was asked",
    unset: "none",
  },
  "EXECUTOR_ADDRESS_<NETWORK>": { description: "the account that this signer signs for", unset: "none" },
  "EXECUTOR_MAX_FEE_GWEI_<NETWORK>": {
    description: "the most the executor pays for gas, tip included; above it instalments wait",
    unset: EVM_NETWORK_IDS.map((id) => `\`${SERVER_FACTS[id].gas.maxFeeGwei}\` ${id}`).join(", "),
  },
};

/**
 * Reads `EXECUTOR_KEY_<NETWORK>`, or `EXECUTOR_SIGNER_URL_<NETWORK>` with `EXECUTOR_ADDRESS_<NETWORK>`, and
 * `EXECUTOR_MAX_FEE_GWEI_<NETWORK>` (dashes of a network as underscores). A local profile without any uses a
 * development account. Problems name the variable and never its value.
 */
export function executorSettings(
  env: Record<string, string | undefined>,
  profile: "local" | "live",
  networks: readonly string[],
): { settings: AllExecutorSettings; problems: string[] } {
  const settings: AllExecutorSettings = {};
  const problems: string[] = [];
  for (const id of EVM_NETWORK_IDS) {
    const suffix = id.replaceAll("-", "_").toUpperCase();
    const read = (name: string) => env[`EXECUTOR_${name}_${suffix}`]?.trim() || undefined;
    const say = (name: string, what: string) => problems.push(`EXECUTOR_${name}_${suffix}: ${what}`);
    const given = readSigner(read, say) ?? developmentSigner(profile);
    const gwei = read("MAX_FEE_GWEI") ?? SERVER_FACTS[id].gas.maxFeeGwei;
    if (!Gwei.safeParse(gwei).success) say("MAX_FEE_GWEI", "a decimal number of gwei");
    else if (networks.includes(id)) settings[id] = { signer: given, maxFee: parseGwei(gwei) };
  }
  return problems.length > 0 ? { settings: {}, problems } : { settings, problems };
}

function developmentSigner(profile: "local" | "live"): SignerSettings | null {
  return profile === "local" ? { kind: "key", key: developmentAccount(LOCAL_EXECUTOR).privateKey } : null;
}

/** The settings of one network; null for a network without executors. */
export function settingsOf(all: AllExecutorSettings, network: string): ExecutorSettings | null {
  return isEvmNetworkId(network) ? (all[network] ?? null) : null;
}
