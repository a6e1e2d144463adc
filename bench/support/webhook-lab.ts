import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@/db/migrate";
import { startPostgres } from "@/local/postgres/postgres";
import { repositoryRoot } from "@/repository-root";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { readConfig } from "@/server/config";
import { type Ctx, inTransaction } from "@/server/context";
import { createPlatform } from "@/server/platforms/create-platform";

/** A durable database of its own, one platform, and a receiver in another process. */
export interface WebhookLab {
  app: App;
  ctx: Ctx;
  receiverUrl: string;
  postgresPid: number;
  newPlatform(): Promise<string>;
  close(): Promise<void>;
}

/** Starts PostgreSQL with the settings of production in a directory that is thrown away. */
export async function startWebhookLab(): Promise<WebhookLab> {
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const postgres = await startPostgres({ dataDir: directory, log: () => {} });
  await migrate(postgres.url);
  const script = "bench/support/webhook-receiver-process.ts";
  const receiver = fork(join(repositoryRoot(), "scripts", "run.mjs"), [script]);
  const [port] = await once(receiver, "message");
  const config = readConfig({
    DATABASE_URL: postgres.url,
    SECRET_KEY: "55".repeat(32),
    LOG_LEVEL: "error",
    WEBHOOK_ALLOW_LOOPBACK: "true",
  });
  const app = boot(config, "bench", { chains: chainsOf({}) });
  const ctx = app.context(systemCaller(""));
  return {
    app,
    ctx,
    receiverUrl: `http://127.0.0.1:${port}`,
    postgresPid: postgres.pid,
    newPlatform: async () =>
      (await inTransaction(ctx, (tx) => createPlatform(tx, { name: "Bench", walletAddress: null }))).id,
    close: async () => {
      receiver.disconnect();
      await app.close();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
