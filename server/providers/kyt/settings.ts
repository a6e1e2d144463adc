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

/** Variables about screening, all optional. */
export const KytEnvironment = {
  KYT_HYPERNATIVE: source.meta({
    description:
      "who answers for that provider: its own service (`api`), the public on-chain sanctions list (`oracle`), or a local list (`sandbox`, never on a live profile). With none, nobody passes its screening",
    unset: "`api` with a key, else `sandbox` on local chains, else none",
  }),
  KYT_HYPERNATIVE_URL: url
    .default(HYPERNATIVE_URL)
    .meta({ description: "base URL of that service", unset: "its own address" }),
  KYT_HYPERNATIVE_KEY: z
    .string()
    .regex(/^[^:]+:.+$/, "client ID and client secret with a colon between them")
    .optional()
    .meta({ description: "its credentials, `<client ID>:<client secret>`" }),
  KYT_MERKLESCIENCE: source.meta({
    description: "the same for the second provider",
    unset: "`api` with a key, else `sandbox` on local chains, else none",
  }),
  KYT_MERKLESCIENCE_URL: url
    .default(MERKLESCIENCE_URL)
    .meta({ description: "base URL of that service", unset: "its own address" }),
  KYT_MERKLESCIENCE_KEY: z.string().optional().meta({ description: "its key" }),
  KYT_MERKLESCIENCE_TRON_BLOCKCHAIN: z.string().optional().meta({
    description: "that service's number for Tron, without which it is not asked about Tron wallets",
  }),
  KYT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(3_000)
    .meta({ description: "patience with one answer, in ms" }),
  KYT_SANDBOX_BLOCKED: z.string().default(SANDBOX_BLOCKED).meta({
    description: "wallets the sandbox rejects, separated by commas",
    unset: "the development account `blocked`",
  }),
  KYT_REUSE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600)
    .default(60)
    .meta({ description: "how long an approval is used again while a page is open; never for calldata" }),
  KYT_REUSE_REJECTION_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(300)
    .meta({ description: "how long a rejection is used again, for anything" }),
  KYT_ASKS_PER_LINK: perHour(300).meta({
    description:
      "most calls to screening providers for one link in an hour. Beyond it the answer is 429 and nobody is approved",
  }),
  KYT_ASKS_PER_WALLET: perHour(150).meta({ description: "the same for one wallet" }),
  KYT_ASKS_PER_VISITOR: perHour(100).meta({ description: "the same for one IP address at one link" }),
  KYT_ASKS_PER_ACCOUNT: perHour(5_000).meta({ description: "the same for one account" }),
  KYT_WALLETS_PER_VISITOR: perHour(20).meta({
    description: "different wallets that one IP address may have screened at one link in an hour",
  }),
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
