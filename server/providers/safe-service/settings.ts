import { z } from "zod";

/** Where a Safe transaction service is. */
export interface SafeServiceSettings {
  /** Base URL; `{name}` in it is replaced by the service's name of the network. */
  url: string;
  key: string | null;
  timeoutMs: number;
}

/** Variables about a Safe transaction service, all optional. */
export const SafeServiceEnvironment = {
  SAFE_SERVICE_URL: z
    .url()
    .transform((text) => decodeURI(text).replace(/\/+$/, ""))
    .optional()
    .meta({
      description:
        "base URL of a Safe transaction service, which tells how many owners have signed, `{name}` standing for its name of the network: `https://api.safe.global/tx-service/{name}/api`. Without it payments from Safes are followed on chain all the same",
    }),
  SAFE_SERVICE_KEY: z.string().optional().meta({ description: "its key" }),
  SAFE_SERVICE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(3_000)
    .meta({ description: "patience with one answer, in ms" }),
};

/** Null where no service is to be asked. */
export function safeServiceSettings(
  env: z.infer<z.ZodObject<typeof SafeServiceEnvironment>>,
): SafeServiceSettings | null {
  const { SAFE_SERVICE_URL: url, SAFE_SERVICE_KEY: key, SAFE_SERVICE_TIMEOUT_MS: timeoutMs } = env;
  return url === undefined ? null : { url, key: key ?? null, timeoutMs };
}
