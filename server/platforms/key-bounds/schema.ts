import { z } from "zod";
import { KEY_SCOPES, type KeyScope } from "@/db/key-scopes";

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

/** What a key is held to, and what called with it last, as its owner reads it. */
export const KeyUse = {
  allowedNetworks: z
    .array(z.string())
    .nullable()
    .describe("Networks of IP addresses from which the key is taken; null for any."),
  lastUsedIp: z.string().nullable().describe("IP address that called with the key last."),
  lastUsedUserAgent: z
    .string()
    .nullable()
    .describe("Program that called with the key last, as it names itself."),
  replacedAt: z.string().nullable().describe("When another key took its place; null if none did."),
};

/** Scopes as they are told. */
export const KeyScopes = z
  .array(z.enum(KEY_SCOPES))
  .nullable()
  .describe("What the key may do; null for everything that a key can.");
