import { z } from "zod";
import type { ScreeningSettings, ScreeningSource } from "@/server/providers/kyt/connect";
import { SCREENING_PROVIDER_IDS, type ScreeningProviderId } from "@/server/providers/kyt/names";
import { ServicesEnvironment } from "@/server/providers/kyt/services";

const perHour = (usual: number) => z.coerce.number().int().positive().default(usual);

/** The development account `blocked` and its Tron twin. */
const SANDBOX_BLOCKED = "0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc,TPxHkrhCkT8gqx6k6MsVK6UvpFJuhKkkv9";

/** Variables about screening, all optional. */
export const KytEnvironment = {
  ...ServicesEnvironment,
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
    own: {},
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
  for (const id of SCREENING_PROVIDER_IDS) {
    const name = variableOf(id);
    const found = sourceOf(env, name);
    if (typeof found === "string") problems.push(`${name}: ${found}`);
    else if (found) settings.sources[id] = found;
    settings.own[id] = ownOf(env, name);
  }
  return { settings, problems };
}

/** The beginning of the names of a provider's variables. The compiler finds one that a provider does not have. */
type VariableName = `KYT_${Uppercase<ScreeningProviderId>}`;

function variableOf(id: ScreeningProviderId): VariableName {
  // `toUpperCase` gives a text; it is the type's `Uppercase`.
  return `KYT_${id.toUpperCase() as Uppercase<ScreeningProviderId>}`;
}

/** A text says what is wrong. */
function sourceOf(env: Environment, name: VariableName): ScreeningSource | string | undefined {
  const key = env[`${name}_KEY`];
  const kind = env[name] ?? (key ? "api" : env.NETWORK_PROFILE === "local" ? "sandbox" : undefined);
  if (kind === undefined || kind === "oracle") return kind && { kind };
  if (kind === "api") {
    return key ? { kind, url: env[`${name}_URL`], key } : `${name}_KEY is needed with the source api`;
  }
  // Approving everyone but a list of test wallets is not screening.
  return env.NETWORK_PROFILE === "local" ? { kind } : "the sandbox is for the local profile only";
}

/** What a provider has beside source, URL and key, by what follows its name. */
function ownOf(env: Environment, name: VariableName): Record<string, string> {
  const usual = [`${name}_URL`, `${name}_KEY`];
  return Object.fromEntries(
    Object.entries(env).flatMap(([variable, value]) =>
      variable.startsWith(`${name}_`) && !usual.includes(variable) && typeof value === "string"
        ? [[variable.slice(name.length + 1), value]]
        : [],
    ),
  );
}
