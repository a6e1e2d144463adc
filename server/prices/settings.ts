import { z } from "zod";
import { HTTP_URLS, type HttpProvider } from "@/server/prices/http-sources";
import { PRICE_PROVIDERS, type PriceProvider } from "@/server/prices/price";

const url = z.url().transform((text) => text.replace(/\/+$/, ""));

/**
 * Variables about prices, all optional; the defaults need no key.
 *
 * `PRICE_SOURCES`: who is asked, in the order of preference, separated by commas: `chainlink` (the published feeds,
 * read through the configured nodes), `coinbase`, `kraken`, `ecb`. Default: all of them; on the local profile
 * `chainlink` alone. `PRICE_SOURCES_REQUIRED`: how many of them have to agree; default 2, on the local profile 1.
 * `PRICE_MAX_APART_PERCENT`: how far they may lie apart. `PRICE_FRESH_SECONDS`: how long an answer is used before the
 * source is asked again. `PRICE_TIMEOUT_MS`: patience with one source. `PRICE_URL_COINBASE`, `PRICE_URL_KRAKEN`,
 * `PRICE_URL_ECB`: base URLs, for a mirror.
 */
export const PriceEnvironment = {
  PRICE_SOURCES: z
    .string()
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .pipe(z.array(z.enum(PRICE_PROVIDERS)).min(1))
    .optional(),
  PRICE_SOURCES_REQUIRED: z.coerce.number().int().min(1).max(PRICE_PROVIDERS.length).optional(),
  PRICE_MAX_APART_PERCENT: z.coerce.number().min(0.01).max(10).default(1),
  PRICE_FRESH_SECONDS: z.coerce.number().int().min(1).max(60).default(20),
  PRICE_TIMEOUT_MS: z.coerce.number().int().min(1).max(5_000).default(3_000),
  PRICE_URL_COINBASE: url.default(HTTP_URLS.coinbase),
  PRICE_URL_KRAKEN: url.default(HTTP_URLS.kraken),
  PRICE_URL_ECB: url.default(HTTP_URLS.ecb),
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
