import { z } from "zod";
import { KEY_SCOPES, type KeyScope } from "@/db/key-scopes";

export type { KeyScope };

/** Scopes that an operation asks of an API key, and of an orchestrator's key, alone or in a pair. */
export const API_KEY_SCOPES = [
  "read",
  "requests",
  "links",
  "payouts",
  "refunds",
  "destinations",
  "members",
] as const satisfies readonly KeyScope[];
export const ORCHESTRATOR_KEY_SCOPES = [
  "read",
  "links",
  "payouts",
  "destinations",
  "webhooks",
  "members",
] as const satisfies readonly KeyScope[];

const LEFT_OUT = "What the key may do. Left out: everything that a key can.";

/** One or more scopes, each once, in the order of the list. */
function chosenFrom<const Scopes extends readonly KeyScope[]>(scopes: Scopes) {
  return z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .refine((chosen) => new Set(chosen).size === chosen.length, "A scope can be named once")
    .describe(LEFT_OUT);
}

export const ApiKeyScopes = chosenFrom(API_KEY_SCOPES);
export const OrchestratorKeyScopes = chosenFrom(ORCHESTRATOR_KEY_SCOPES);

const isIpNetwork = (text: string) =>
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success;

const NETWORKS_WORDS =
  "IP addresses and networks (203.0.113.0/24, 2001:db8::/32) from which the key is taken.";
const NETWORKS_MAX = 20;
/** The longest form of an IPv6 address, with the length of a prefix. */
const NETWORK_TEXT_MAX = 49;

/** IP addresses and networks in CIDR form. */
export const AllowedNetworks = z
  .array(
    z
      .string()
      .max(NETWORK_TEXT_MAX)
      .refine(isIpNetwork, "Not an IP address, nor a network as in 203.0.113.0/24 or 2001:db8::/32"),
  )
  .min(1)
  .max(NETWORKS_MAX)
  .describe(NETWORKS_WORDS);
/** The same for a key that exists; null lets it be taken from anywhere. */
export const ChangedNetworks = AllowedNetworks.nullable().describe(`${NETWORKS_WORDS} Null: any.`);

const PAYMENTS_MAX = 1_000_000;
const LIMIT_WORDS =
  "How much the key may create on a day in UTC, of requests, links and payouts together: a number of payments, a sum in USD, or both.";

/** A limit of a key; the sum is counted at the prices of the moment. */
export const DailyLimitBody = z
  .strictObject({
    payments: z.int().min(1).max(PAYMENTS_MAX).optional().describe("Most payments on a day."),
    usd: z
      .string()
      .regex(/^\d{1,12}(?:\.\d{1,2})?$/, "Must be a decimal number of USD with at most two decimals")
      .refine((text) => /[1-9]/.test(text), "Must be more than 0")
      .optional()
      .describe("Most USD on a day, as decimal text."),
  })
  .refine(({ payments, usd }) => payments !== undefined || usd !== undefined, "Give payments, usd or both")
  .describe(LIMIT_WORDS);
export type DailyLimitBody = z.infer<typeof DailyLimitBody>;
/** The same for a key that exists; null takes its limit away. */
export const ChangedDailyLimit = DailyLimitBody.nullable().describe(`${LIMIT_WORDS} Null: any.`);

export const EndsWithMembership = z
  .boolean()
  .describe("Whether the key stops working once whoever makes it does not belong to the account any more.");

/** What a key is held to, and what called with it last, as its owner reads it. */
export const KeyUse = {
  allowedNetworks: z
    .array(z.string())
    .nullable()
    .describe("Networks of IP addresses from which the key is taken; null for any."),
  dailyLimit: z
    .object({
      payments: z.int().nullable().describe("Most payments on a day; null for any number."),
      usd: z.string().nullable().describe("Most USD on a day; null for any sum."),
    })
    .nullable()
    .describe("How much the key may create on a day in UTC; null for any."),
  lastUsedIp: z.string().nullable().describe("IP address that called with the key last."),
  lastUsedUserAgent: z
    .string()
    .nullable()
    .describe("Program that called with the key last, as it names itself."),
  replacedAt: z.string().nullable().describe("When another key took its place; null if none did."),
  makerId: z
    .string()
    .nullable()
    .describe("ID of the membership of whoever made the key; null where no member did."),
  endsWithMembership: EndsWithMembership,
};

/** Scopes as they are told. */
export const KeyScopes = z
  .array(z.enum(KEY_SCOPES))
  .nullable()
  .describe("What the key may do; null for everything that a key can.");
