import { and, eq } from "drizzle-orm";
import { clientIds } from "@/db/schema";
import { UsageError } from "@/scripts/command-line/answer";
import { type Command, operatorCommand } from "@/scripts/operator/command";
import { startListener } from "@/scripts/operator/webhook-listener";
import { inTransaction, type Reader } from "@/server/context";
import { findPlatformByApiKey } from "@/server/platforms/find-by-api-key";
import { createEndpoint, deleteEndpoint } from "@/server/webhooks/endpoints/store";

/**
 * `quittance webhooks create`: a webhook endpoint for a platform (the demo's tenant A unless told otherwise), or for one of
 * its client IDs. With `--listen` the endpoint is this terminal, until Ctrl-C.
 */
export const create = operatorCommand(
  "webhooks create",
  ({ options }) => {
    if ((options.url !== undefined) !== options.listen) return options;
    throw new UsageError("Where are events sent? Either --url or --listen");
  },
  async (command, options) => {
    const { app, actFor, say, isJson } = command;
    if (options.listen && isJson) throw new UsageError("--listen shows events to people: leave --json out");
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
      if (!listener) return { data: { id, url, secret } };
      say("\nWaiting for webhooks. Ctrl-C removes this one again.");
      await listener.untilInterrupted(secret);
      await inTransaction(ctx, (tx) => deleteEndpoint(tx, { platformId, endpointId: id }));
      return { data: { id } };
    } finally {
      await listener?.close();
    }
  },
);

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
