import { parseArgs } from "node:util";
import { and, eq } from "drizzle-orm";
import { clientIds } from "@/db/schema";
import { inTransaction, type Reader } from "@/server/context";
import { findPlatformByApiKey } from "@/server/platforms/find-by-api-key";
import { createEndpoint, deleteEndpoint } from "@/server/webhooks/endpoints/store";
import { type Command, operatorCommand, UsageError } from "./command";
import { startListener } from "./webhook-listener";

const USAGE = [
  "npm run webhook:create -- --url <https URL> [--platform <ID>] [--client-id <cli_…>]",
  "npm run webhook:create -- --listen    receive and show webhooks in this terminal",
].join("\n");

/**
 * `npm run webhook:create`: a webhook endpoint for a platform (the demo's tenant A unless told otherwise), or
 * for one of its client IDs. With `--listen` the endpoint is this terminal, until Ctrl-C.
 */
export const createWebhook = operatorCommand(USAGE, readArguments, async (command, options) => {
  const { app, actFor, say } = command;
  const platformId = options.platform ?? (await demoPlatform(command));
  const clientIdId = options["client-id"]
    ? await clientIdOf(app.database.db, platformId, options["client-id"])
    : null;
  const listener = options.listen ? await startListener(app.config.wire.headerPrefix, say) : undefined;
  try {
    const ctx = actFor(platformId);
    const url = listener?.url ?? options.url ?? "";
    const { id, secret } = await inTransaction(ctx, (tx) =>
      createEndpoint(tx, { platformId, clientIdId, url }),
    );
    say(`Webhook   ${id}\nURL       ${url}`);
    say(`Secret    ${secret}\nThe secret is shown only now; the database holds it encrypted.`);
    if (!listener) return;
    say("\nWaiting for webhooks. Ctrl-C removes this one again.");
    await listener.untilInterrupted(secret);
    await inTransaction(ctx, (tx) => deleteEndpoint(tx, { platformId, endpointId: id }));
  } finally {
    await listener?.close();
  }
});

function readArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: "string" },
      listen: { type: "boolean" },
      platform: { type: "string" },
      "client-id": { type: "string" },
    },
  });
  if ((values.url === undefined) !== (values.listen === undefined)) return values;
  throw new UsageError();
}

async function demoPlatform({ app, stack }: Command): Promise<string> {
  const apiKey = stack?.credentials?.tenantA.apiKey;
  const platform = apiKey ? await findPlatformByApiKey(app.database, apiKey) : undefined;
  if (!platform) throw new UsageError("Name the platform with --platform: there is no demo here.");
  return platform.id;
}

async function clientIdOf(db: Reader, platformId: string, publicId: string): Promise<string> {
  const [row] = await db
    .select({ id: clientIds.id })
    .from(clientIds)
    .where(and(eq(clientIds.clientId, publicId), eq(clientIds.platformId, platformId)));
  if (!row) throw new UsageError(`Platform ${platformId} has no client ID ${publicId}.`);
  return row.id;
}
