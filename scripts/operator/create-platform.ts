import { parseArgs } from "node:util";
import { inTransaction } from "@/server/context";
import { registerPlatform } from "@/server/platforms/register";
import { operatorCommand, UsageError } from "./command";

const USAGE = 'npm run platform:create -- --name "Your shop" [--wallet <EVM or Tron address>]';

/** `npm run platform:create`: a tenant with its first API key, for an installation that has none yet. */
export const createPlatform = operatorCommand(
  USAGE,
  readArguments,
  async ({ actFor, say }, { name, wallet }) => {
    const { platformId, apiKey } = await inTransaction(actFor(""), (tx) =>
      registerPlatform(tx, { name, wallet: wallet ?? null }),
    );
    say(`Platform  ${platformId}`);
    say(`API key   ${apiKey}`);
    say("The key is shown only now; the database holds its hash.");
  },
);

function readArguments(args: readonly string[]): { name: string; wallet?: string } {
  const { values } = parseArgs({
    args: [...args],
    options: { name: { type: "string" }, wallet: { type: "string" } },
  });
  if (values.name !== undefined) return { name: values.name, wallet: values.wallet };
  throw new UsageError();
}
