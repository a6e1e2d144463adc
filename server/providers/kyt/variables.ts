import { z } from "zod";

/** `KYT_<ID>` of a provider: who answers for it. */
export const sourceVariable = z.enum(["api", "oracle", "sandbox"]).optional();

/** What holds where it is not set. */
export const SOURCE_UNSET = "`api` with a key, else `sandbox` on local chains, else none";

/** `KYT_<ID>_URL`: the base URL of its service, without a slash at the end. */
export const urlVariable = (own: string) =>
  z
    .url()
    .transform((text) => text.replace(/\/+$/, ""))
    .default(own)
    .meta({ description: "base URL of that service", unset: "its own address" });
