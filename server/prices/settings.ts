import { z } from "zod";
import { HTTP_SOURCES, type HttpProvider } from "@/server/prices/http-sources";
import { PRICE_PROVIDERS, type PriceProvider } from "@/server/prices/price";

const url = z.url().transform((text) => text.replace(/\/+$/, ""));

/** Variables about prices, all optional. */
export const PriceEnvironment = {
  PRICE_SOURCES: z
    .string()
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .pipe(z.array(z.enum(PRICE_PROVIDERS)).min(1))
    .optional()
    .meta({
      description: "who says what currencies are worth, in the order of preference; none needs a key",
      unset: "`chainlink,coinbase,kraken,ecb`; `chainlink` on local chains",
    }),
  PRICE_SOURCES_REQUIRED: z.coerce
    .number()
    .int()
    .min(1)
    .max(PRICE_PROVIDERS.length)
    .optional()
    .meta({ description: "how many of them have to agree", unset: "`2`; `1` on local chains" }),
  PRICE_MAX_APART_PERCENT: z.coerce
    .number()
    .min(0.01)
    .max(10)
    .default(1)
    .meta({ description: "how far they may lie apart" }),
  PRICE_FRESH_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(60)
    .default(20)
    .meta({ description: "how long an answer is used before its source is asked again" }),
  PRICE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5_000)
    .default(3_000)
    .meta({ description: "patience with one source, in ms" }),
  PRICE_URL_COINBASE: url
    .default(HTTP_SOURCES.coinbase.url)
    .meta({ description: "base URL of Coinbase's prices, for a mirror", unset: "its own address" }),
  PRICE_URL_KRAKEN: url
    .default(HTTP_SOURCES.kraken.url)
    .meta({ description: "the same for Kraken", unset: "its own address" }),
  PRICE_URL_ECB: url
    .default(HTTP_SOURCES.ecb.url)
    .meta({ description: "the same for the European Central Bank", unset: "its own address" }),
};
type Environment = z.infer<z.ZodObject<typeof PriceEnvironment>> & { NETWORK_PROFILE: "local" | "live" };

export interface PriceSettings {
  sources: readonly PriceProvider[];
  required: number;
  maxApartBps: number;
  freshMs: number;
  timeoutMs: number;
  urls: Record<HttpProvider, string>;
}

/** Where prices come from, and what is wrong with the variables that say so. */
export function priceSettings(env: Environment): { settings: PriceSettings; problems: string[] } {
  const isLocal = env.NETWORK_PROFILE === "local";
  const sources = [...new Set(env.PRICE_SOURCES ?? (isLocal ? (["chainlink"] as const) : PRICE_PROVIDERS))];
  const required = env.PRICE_SOURCES_REQUIRED ?? (isLocal ? 1 : Math.min(2, sources.length));
  const problems =
    required > sources.length
      ? [`PRICE_SOURCES_REQUIRED: ${required} of ${sources.length} sources can never agree`]
      : [];
  return {
    problems,
    settings: {
      sources,
      required,
      maxApartBps: Math.round(env.PRICE_MAX_APART_PERCENT * 100),
      freshMs: env.PRICE_FRESH_SECONDS * 1_000,
      timeoutMs: env.PRICE_TIMEOUT_MS,
      urls: { coinbase: env.PRICE_URL_COINBASE, kraken: env.PRICE_URL_KRAKEN, ecb: env.PRICE_URL_ECB },
    },
  };
}
