import { z } from "zod";

/** Where a Safe transaction service is. */
export interface SafeServiceSettings {
  /** Base URL; `{name}` in it is replaced by the service's name of the network. */
  url: string;
  key: string | null;
  timeoutMs: number;
}

/**
 * Variables about a Safe transaction service, all optional; without `SAFE_SERVICE_URL` none is asked.
 * `SAFE_SERVICE_KEY`: its key. `SAFE_SERVICE_TIMEOUT_MS`: patience with one answer.
 */
export const SafeServiceEnvironment = {
  SAFE_SERVICE_URL: z
    .url()
    .transform((text) => decodeURI(text).replace(/\/+$/, ""))
    .optional(),
  SAFE_SERVICE_KEY: z.string().optional(),
  SAFE_SERVICE_TIMEOUT_MS: z.coerce.number().int().min(1).max(10_000).default(3_000),
};

/** Null where no service is to be asked. */
export function safeServiceSettings(
  env: z.infer<z.ZodObject<typeof SafeServiceEnvironment>>,
): SafeServiceSettings | null {
  const { SAFE_SERVICE_URL: url, SAFE_SERVICE_KEY: key, SAFE_SERVICE_TIMEOUT_MS: timeoutMs } = env;
  return url === undefined ? null : { url, key: key ?? null, timeoutMs };
}
