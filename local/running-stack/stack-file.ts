import { join } from "node:path";
import { z } from "zod";
import { readIfExists, writePrivateFile } from "@/local/files";
import { isCopy } from "@/local/running-stack/copied-data";

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/);

const Network = z.object({
  family: z.enum(["evm", "tron"]),
  chainId: z.number().int(),
  rpcUrl: z.url(),
  wsUrl: z.url().optional(),
  confirmations: z.number().int().positive().optional(),
  tokens: z.record(z.string(), z.object({ address: z.string(), decimals: z.number().int() })),
  contracts: z.record(z.string(), z.string()),
});

const Account = z.object({ address: hex, privateKey: hex, tronAddress: z.string() });

const Tenant = z.object({
  apiKey: z.string(),
  clientId: z.string(),
  clientOrigin: z.string(),
  backendClientId: z.string(),
});

/** What the seed hands out. Two tenants, so that isolation can be tried. */
export const Credentials = z.object({
  tenantA: Tenant,
  tenantB: Tenant,
  orchestrator: z.object({ key: z.string(), clientId: z.string(), clientOrigin: z.string() }),
});
export type Credentials = z.infer<typeof Credentials>;

const DemoLink = z.object({ securePaymentUrl: z.string(), token: z.string(), requestId: z.string() });

/** The request that a newcomer pays first, one on Base for a payer whose money is on Ethereum, and one on Tron. */
export const Demo = DemoLink.extend({ crosschain: DemoLink.optional(), tron: DemoLink.optional() });
export type Demo = z.infer<typeof Demo>;

/**
 * `stack.json`: what runs and how to use it, for tests and other tools. Accounts, credentials and demo are there
 * on a local profile only: the keys of the development accounts are public.
 */
export const Stack = z.object({
  version: z.literal(1),
  apiUrl: z.url(),
  authUrl: z.url(),
  payUrl: z.url(),
  dashboardUrl: z.url(),
  databaseUrl: z.string(),
  wire: z.object({ headerPrefix: z.string(), network: z.string(), tech: z.string() }),
  networks: z.record(z.string(), Network),
  accounts: z
    .object({
      merchant: Account,
      payer: Account,
      payer2: Account,
      recipient: Account,
      blocked: Account,
      /** Has tokens on Ethereum alone. */
      traveller: Account.optional(),
    })
    .optional(),
  credentials: Credentials.optional(),
  demo: Demo.optional(),
  /** A multisig of the development accounts, on a local Sepolia. */
  safe: z
    .object({
      network: z.string(),
      address: hex,
      version: z.string(),
      owners: z.array(hex),
      threshold: z.number().int(),
    })
    .optional(),
  /** Where faults are played, on local chains alone (`--chaos`). */
  chaosUrl: z.url().optional(),
  processes: z.object({ web: z.number().int(), worker: z.number().int() }),
});
export type Stack = z.infer<typeof Stack>;
export type StackNetwork = z.infer<typeof Network>;

/** Write `stack.json` in one piece, readable by its owner only: it holds credentials. */
export function writeStack(dataDir: string, stack: Stack): void {
  writePrivateFile(stackPath(dataDir), `${JSON.stringify(Stack.parse(stack), null, 2)}\n`);
}

/** The `stack.json` of a data directory, or `undefined` when nothing (readable) is there, or that of the original of a copy. */
export function readStack(dataDir: string): Stack | undefined {
  const text = readIfExists(stackPath(dataDir));
  return text === undefined || isCopy(dataDir) ? undefined : Stack.parse(JSON.parse(text));
}

export function stackPath(dataDir: string): string {
  return join(dataDir, "stack.json");
}
