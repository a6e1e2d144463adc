import { systemCaller } from "@/server/auth/callers";
import { boot, compareClocks } from "@/server/boot";
import { ConfigError, readConfig } from "@/server/config";
import { startMetricsServer } from "@/server/http/monitoring/metrics-server";
import { keepProving } from "@/server/keys/keep-proving";
import { WrongSecretKey } from "@/server/keys/prove-secret-key";
import { clock } from "@/server/lib/clock";
import { outliveDatabase } from "@/server/lib/database/outlive";
import { giveBackMemory } from "@/server/lib/memory/give-back-memory";
import { backgroundParts } from "@/server/worker/parts";

async function main(): Promise<void> {
  const app = boot(readConfig(process.env), "worker");
  outliveDatabase(app.log);
  const running = backgroundParts(app);
  const { workerMetricsPort } = app.config;
  const metrics = workerMetricsPort === null ? null : await startMetricsServer(app, workerMetricsPort);
  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ reason }, "stopping");
    await Promise.allSettled(running.map((part) => part.stop()));
    metrics?.close();
    await app.close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  // Started by a supervisor: without it nobody would end us.
  process.once("disconnect", () => void stop("supervisor is gone"));
  // Before anything is sent: with a wrong key every delivery would use up its attempts.
  await keepProving(app.context(systemCaller("")));
  await compareClocks(app);
  for (const part of running) await part.start();
  app.log.info({ networks: app.chains.list().map((chain) => chain.network.id) }, "worker runs");
  giveBackMemory(clock);
  process.send?.("ready");
}

main().catch((error: unknown) => {
  const isOurs = error instanceof ConfigError || error instanceof WrongSecretKey;
  process.stderr.write(`${isOurs ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
