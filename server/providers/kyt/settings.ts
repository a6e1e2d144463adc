import { z } from "zod";
import type { ScreeningSettings, ScreeningSource } from "@/server/providers/kyt/connect";
import { HYPERNATIVE_URL } from "@/server/providers/kyt/hypernative";
import { MERKLESCIENCE_URL } from "@/server/providers/kyt/merklescience";
import { SCREENING_PROVIDERS } from "@/server/providers/kyt/provider";

const source = z.enum(["api", "oracle", "sandbox"]).optional();
const perHour = (usual: number) => z.coerce.number().int().positive().default(usual);
const url = z.url().transform((text) => text.replace(/\/+$/, ""));

/** The development account `blocked` and its Tron twin. */
const SANDBOX_BLOCKED = "0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc,TPxHkrhCkT8gqx6k6MsVK6UvpFJuhKkkv9";

/**
 * Variables about screening, all optional.
 *
 * `KYT_HYPERNATIVE`, `KYT_MERKLESCIENCE`: where that provider's answers come from. `api` is its own service,
 * `oracle` the public sanctions list on chain, `sandbox` a list in memory (local profile only). Default: `api`
 * where a key is set, else `sandbox` on the local profile, else nothing: every screening is then an error and
 * nobody pays. `…_KEY`: key of the service, for the first provider `<client ID>:<client secret>`. `…_URL`: its
 * base URL. `KYT_TIMEOUT_MS`: patience with one answer. `KYT_SANDBOX_BLOCKED`: wallets the sandbox rejects,
 * separated by commas; default is the development account `blocked`. `KYT_MERKLESCIENCE_TRON_BLOCKCHAIN`: the
 * second provider's number of Tron, without which it is not asked about Tron wallets.
 *
 * `KYT_REUSE_SECONDS`: how long an approval is used again while a page is open; before calldata is handed out
 * the provider is always asked. `KYT_REUSE_REJECTION_SECONDS`: how long a rejection is, for both. Calls to
 * providers in an hour: `KYT_ASKS_PER_LINK`, `…_WALLET` and `…_VISITOR` (one IP address at one link) and
 * `…_ACCOUNT`; `KYT_WALLETS_PER_VISITOR`: different wallets that one IP address may try at one link in an hour.
 */
export const KytEnvironment = {
  KYT_HYPERNATIVE: source,
  KYT_HYPERNATIVE_URL: url.default(HYPERNATIVE_URL),
  KYT_HYPERNATIVE_KEY: z
    .string()
    .regex(/^[^:]+:.+$/, "client ID and client secret with a colon between them")
    .optional(),
  KYT_MERKLESCIENCE: source,
  KYT_MERKLESCIENCE_URL: url.default(MERKLESCIENCE_URL),
  KYT_MERKLESCIENCE_KEY: z.string().optional(),
  KYT_MERKLESCIENCE_TRON_BLOCKCHAIN: z.string().optional(),
  KYT_TIMEOUT_MS: z.coerce.number().int().min(1).max(10_000).default(3_000),
  KYT_SANDBOX_BLOCKED: z.string().default(SANDBOX_BLOCKED),
  KYT_REUSE_SECONDS: z.coerce.number().int().min(0).max(3_600).default(60),
  KYT_REUSE_REJECTION_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
  KYT_ASKS_PER_LINK: perHour(300),
  KYT_ASKS_PER_WALLET: perHour(150),
  KYT_ASKS_PER_VISITOR: perHour(100),
  KYT_ASKS_PER_ACCOUNT: perHour(5_000),
  KYT_WALLETS_PER_VISITOR: perHour(20),
};
type Environment = z.infer<z.ZodObject<typeof KytEnvironment>> & { NETWORK_PROFILE: "local" | "live" };

/** Who screens wallets, and what is wrong with the variables that say so. */
export function screeningSettings(env: Environment): { settings: ScreeningSettings; problems: string[] } {
  const problems: string[] = [];
  const settings: ScreeningSettings = {
    timeoutMs: env.KYT_TIMEOUT_MS,
    sources: {},
    sandboxBlocked: env.KYT_SANDBOX_BLOCKED.split(",").flatMap((part) => part.trim() || []),
    merkleScienceTronBlockchain: env.KYT_MERKLESCIENCE_TRON_BLOCKCHAIN ?? null,
    reuse: {
      approvedMs: env.KYT_REUSE_SECONDS * 1_000,
      rejectedMs: env.KYT_REUSE_REJECTION_SECONDS * 1_000,
    },
    limits: {
      perLink: env.KYT_ASKS_PER_LINK,
      perWallet: env.KYT_ASKS_PER_WALLET,
      perVisitor: env.KYT_ASKS_PER_VISITOR,
      perAccount: env.KYT_ASKS_PER_ACCOUNT,
      walletsPerVisitor: env.KYT_WALLETS_PER_VISITOR,
    },
  };
  for (const id of SCREENING_PROVIDERS) {
    const name = id === "hypernative" ? "KYT_HYPERNATIVE" : "KYT_MERKLESCIENCE";
    const found = sourceOf(env, name);
    if (typeof found === "string") problems.push(`${name}: ${found}`);
    else if (found) settings.sources[id] = found;
  }
  return { settings, problems };
}

/** A text says what is wrong. */
function sourceOf(
  env: Environment,
  name: "KYT_HYPERNATIVE" | "KYT_MERKLESCIENCE",
): ScreeningSource | string | undefined {
  const key = env[`${name}_KEY`];
  const kind = env[name] ?? (key ? "api" : env.NETWORK_PROFILE === "local" ? "sandbox" : undefined);
  if (kind === undefined || kind === "oracle") return kind && { kind };
  if (kind === "api") {
    return key ? { kind, url: env[`${name}_URL`], key } : `${name}_KEY is needed with the source api`;
  }
  // Approving everyone but a list of test wallets is not screening.
  return env.NETWORK_PROFILE === "local" ? { kind } : "the sandbox is for the local profile only";
}
