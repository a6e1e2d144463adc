import { z } from "zod";
import type { NetworkId } from "@/server/chains/networks";
import { usdAmount } from "@/server/environment/formats";

/** The operator's own fee, and for how long links and rates hold. */
export const PaymentsEnvironment = {
  PROTOCOL_FEE_BPS: z.coerce.number().int().min(0).max(10_000).default(0).meta({
    description: "your own fee on payments, in hundredths of a percent",
  }),
  PROTOCOL_FEE_CAP_USD: usdAmount.optional().meta({ description: "its limit per payment" }),
  PROTOCOL_FEE_EVM_ADDRESS: z.string().optional().meta({ description: "who receives it on EVM networks" }),
  PROTOCOL_FEE_TRON_ADDRESS: z.string().optional().meta({ description: "who receives it on Tron" }),
  PROTOCOL_FEE_TRON_FIXED_USD: usdAmount.default("3.99").meta({
    description:
      "in addition per payment link on Tron, borne by the payer; charged once `PROTOCOL_FEE_TRON_ADDRESS` says who receives it, `0` for none",
  }),
  SECURE_PAYMENT_LIFETIME_SECONDS: z.coerce.number().int().positive().default(604_800).meta({
    description: "how long a payment link lives",
  }),
  DEPOSIT_WATCH_DAYS: z.coerce.number().int().min(1).max(36_500).default(365).meta({
    description:
      "for how many days transfers to the deposit address of a request are looked for, from when it was last given to somebody or paid at; later ones are found by `quittance chain rescan`",
  }),
  QUOTE_SECONDS: z.coerce.number().int().min(10).max(86_400).default(900).meta({
    description: "how long a rate is promised to the payer of a request in another currency",
  }),
};
type Environment = z.infer<z.ZodObject<typeof PaymentsEnvironment>>;

export interface ProtocolFeeSettings {
  bps: number;
  capUsd: string | null;
  evmAddress: string | null;
  tronAddress: string | null;
  /** In addition, per payment on a network, whatever its amount (FE-04). */
  fixedUsd: Partial<Record<NetworkId, string>>;
}

export function protocolFeeSettings(env: Environment): { settings: ProtocolFeeSettings; problems: string[] } {
  const problems =
    env.PROTOCOL_FEE_BPS > 0 && !env.PROTOCOL_FEE_EVM_ADDRESS
      ? ["PROTOCOL_FEE_EVM_ADDRESS: needed when PROTOCOL_FEE_BPS is not 0"]
      : [];
  return {
    problems,
    settings: {
      bps: env.PROTOCOL_FEE_BPS,
      capUsd: env.PROTOCOL_FEE_CAP_USD ?? null,
      evmAddress: env.PROTOCOL_FEE_EVM_ADDRESS ?? null,
      tronAddress: env.PROTOCOL_FEE_TRON_ADDRESS ?? null,
      fixedUsd: { tron: env.PROTOCOL_FEE_TRON_FIXED_USD },
    },
  };
}
