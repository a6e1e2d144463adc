import { createPublicKey, hkdfSync } from "node:crypto";
import { z } from "zod";
import { type Keyring, keyringOf } from "@/server/lib/sealing/keyring";
import { BRIDGE_XYZ_URL } from "@/server/providers/offramp/bridge-xyz/bridge-xyz";
import type { CallSettings } from "@/server/providers/offramp/call";

const key = z.string().regex(/^[0-9a-f]{64}$/i, "64 hex characters");
const url = z.url().transform((text) => text.replace(/\/+$/, ""));
const keys = z
  .string()
  .default("")
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
  .pipe(z.array(key));

/** Variables about payments to bank accounts, all optional. */
export const OfframpEnvironment = {
  OFFRAMP_BRIDGE_KEY: z.string().min(1).optional().meta({
    description:
      "key of the provider that pays to bank accounts (Bridge). With it, payers can be registered by credentials that `quittance platforms offramp` lets. With `NETWORK_PROFILE=live` it moves real money",
  }),
  OFFRAMP_BRIDGE_URL: url.default(BRIDGE_XYZ_URL).meta({
    description: "base URL of its API; https with `NETWORK_PROFILE=live`",
    unset: "its own address",
  }),
  OFFRAMP_BRIDGE_WEBHOOK_KEY: z
    .string()
    .transform((text) => text.replaceAll("\\n", "\n"))
    .refine(isPublicKey, "a public key as PEM")
    .optional()
    .meta({
      description:
        "public key (PEM, line ends as `\\n`) of its notices to `POST /v2/offramp/notices`; without it they are refused and news come by asking, within a quarter of an hour",
    }),
  OFFRAMP_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .max(9_000)
    .default(5_000)
    .meta({ description: "patience with one of its answers, in ms" }),
  PERSONAL_DATA_KEY: key.optional().meta({
    description:
      "64 hex characters, other ones than `SECRET_KEY`; encrypts names and bank accounts of payers. Needed with `OFFRAMP_BRIDGE_KEY`. One that does not open what is stored ends every process at its start",
    unset: "made from `SECRET_KEY` on local chains, else none",
  }),
  PERSONAL_DATA_KEYS_OLD: keys.meta({
    description:
      "keys that `PERSONAL_DATA_KEY` has replaced, separated by commas; they open what they have sealed until `quittance reseal` has finished",
    unset: "none",
  }),
  PERSONAL_DATA_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(365)
    .meta({ description: "days after its last use for which a payer's data is kept" }),
};
type Environment = z.infer<z.ZodObject<typeof OfframpEnvironment>> & {
  NETWORK_PROFILE: "local" | "live";
  SECRET_KEY: string;
  SECRET_KEYS_OLD: string[];
};

export interface OfframpSettings {
  bridge: (CallSettings & { noticeKey: string | null }) | null;
  /** Made-up checks and banks; never on a live profile. */
  hasSandbox: boolean;
}

export interface PersonalDataSettings {
  /** Null where no personal data is taken. */
  keys: Keyring | null;
  days: number;
}

/** Where money reaches bank accounts, and how personal data is kept. */
export function offrampSettings(env: Environment): {
  offramp: OfframpSettings;
  personalData: PersonalDataSettings;
  problems: string[];
} {
  const isLocal = env.NETWORK_PROFILE === "local";
  // On local chains also what was sealed before the key was set, or before SECRET_KEY was changed.
  const derived = isLocal ? [env.SECRET_KEY, ...env.SECRET_KEYS_OLD].map(derivedKey) : [];
  const own = env.PERSONAL_DATA_KEY ?? derived[0] ?? null;
  const problems: string[] = [];
  if (env.OFFRAMP_BRIDGE_KEY && own === null) {
    problems.push("PERSONAL_DATA_KEY: needed with OFFRAMP_BRIDGE_KEY");
  }
  if (env.OFFRAMP_BRIDGE_KEY && !isLocal && !env.OFFRAMP_BRIDGE_URL.startsWith("https:")) {
    problems.push("OFFRAMP_BRIDGE_URL: has to be https with NETWORK_PROFILE=live");
  }
  if (env.PERSONAL_DATA_KEY !== undefined && env.PERSONAL_DATA_KEY === env.SECRET_KEY) {
    problems.push("PERSONAL_DATA_KEY: has to be another key than SECRET_KEY");
  }
  const bridge = env.OFFRAMP_BRIDGE_KEY
    ? {
        url: env.OFFRAMP_BRIDGE_URL,
        key: env.OFFRAMP_BRIDGE_KEY,
        timeoutMs: env.OFFRAMP_TIMEOUT_MS,
        noticeKey: env.OFFRAMP_BRIDGE_WEBHOOK_KEY ?? null,
      }
    : null;
  return {
    offramp: { bridge, hasSandbox: isLocal },
    personalData: {
      keys:
        own === null
          ? null
          : keyringOf(
              own,
              [...env.PERSONAL_DATA_KEYS_OLD, ...derived].filter((key) => key !== own),
            ),
      days: env.PERSONAL_DATA_DAYS,
    },
    problems,
  };
}

/** On a newcomer's machine one key is enough; what is entered there is made up. */
function derivedKey(secretKey: string): string {
  const bytes = hkdfSync("sha256", Buffer.from(secretKey, "hex"), "", "quittance personal data 1", 32);
  return Buffer.from(bytes).toString("hex");
}

function isPublicKey(text: string): boolean {
  try {
    return createPublicKey(text).asymmetricKeyType === "rsa";
  } catch {
    return false;
  }
}
