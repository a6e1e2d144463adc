import { seed } from "@/db/seed";
import { developmentAccount } from "@/server/chains/development-accounts";
import { readConfig } from "@/server/config";

/**
 * Makes tenants by the code of the release in whose folder it lies: the test copies it there and runs it. It may import only
 * what both releases have. Prints the credentials.
 */
const config = readConfig(process.env);
const named = (first: number) => {
  const at = (i: number) => developmentAccount(first + i);
  return { merchant: at(0), payer2: at(1), recipient: at(2), payer: at(3) };
};
const make = (first: number) =>
  seed({ databaseUrl: config.databaseUrl, config, accounts: named(first), known: undefined });
process.stdout.write(JSON.stringify({ still: await make(10), busy: await make(20) }));
