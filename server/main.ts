import { get } from "node:http";
import { join } from "node:path";
import next from "next";
import { apiRouteTable } from "@/app/api-routes";
import { awayPage, busyPage } from "@/components/pay/frame/plain-page";
import { systemCaller } from "@/server/auth/callers";
import { type App, app, compareClocks } from "@/server/boot";
import { ConfigError } from "@/server/config";
import { builtFiles } from "@/server/http/front-door/built-files";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { limitedPages } from "@/server/http/limits/page-limit";
import { startMetricsServer } from "@/server/http/monitoring/metrics-server";
import { pagesWithoutDatabase } from "@/server/http/pages/pages-without-database";
import { keepProving } from "@/server/keys/keep-proving";
import { WrongSecretKey } from "@/server/keys/prove-secret-key";
import { clock } from "@/server/lib/clock";
import { outliveDatabase } from "@/server/lib/database/outlive";
import { giveBackMemory } from "@/server/lib/memory/give-back-memory";

/** Calls that still run this long after we were asked to stop are cut off. */
/** How often connections that fell idle are looked for while the server closes. */
const IDLE_MS = 50;
const GRACE_MS = 10_000;

/** The production web process: API, pages, and an orderly end. */
async function main(): Promise<void> {
  const current = app();
  const { config, log, close } = current;
  outliveDatabase(log);
  current.replica?.start();
  await proven(current);
  void compareClocks(current);
  const nextApp = next({ dev: false, port: config.port });
  await nextApp.prepare();
  const rendered = pagesWithoutDatabase(nextApp.getRequestHandler(), awayPage);
  const pages = limitedPages(current, rendered, busyPage);
  const metrics = config.metricsPort === null ? null : await startMetricsServer(current, config.metricsPort);
  const server = createFrontDoor(apiRouteTable, builtFiles(join(process.cwd(), ".next/static"), pages), log);

  let stopping = false;
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, "stopping");
    current.eventWatch.close();
    // Connections that fall idle from now on would otherwise hold the server open.
    let cancelIdle = () => {};
    const closeIdle = () => {
      server.closeIdleConnections();
      cancelIdle = clock.setTimer(IDLE_MS, closeIdle);
    };
    closeIdle();
    const cancelCut = clock.setTimer(GRACE_MS, () => server.closeAllConnections());
    await new Promise((closed) => server.close(closed));
    cancelIdle();
    cancelCut();
    metrics?.close();
    await nextApp.close();
    await close();
    log.info("stopped");
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
  // Started by a supervisor: without it nobody would end us.
  process.once("disconnect", () => void stop("supervisor is gone"));

  server.listen(config.port, () => {
    log.info({ port: config.port }, "listening");
    giveBackMemory(clock);
    loadPayerPage(config.port, log);
  });
}

/** Next loads a page when it is asked for first; the payer's is there before its first payer. */
function loadPayerPage(port: number, log: Pick<App["log"], "warn">): void {
  get({ host: "127.0.0.1", port, path: "/pay", agent: false }, (response) => response.resume()).on(
    "error",
    (err) => log.warn({ err }, "the payer's page could not be loaded before it was asked for"),
  );
}

/**
 * Resolves when `SECRET_KEY` is known to be the database's, or when the database cannot tell yet: pages that need
 * no database are served meanwhile, and the process ends as soon as the key turns out to be wrong.
 */
function proven(current: App): Promise<void> {
  return new Promise((resolve) => {
    keepProving(current.context(systemCaller("")), resolve).then(resolve, end);
  });
}

function end(error: unknown): void {
  const isOurs = error instanceof ConfigError || error instanceof WrongSecretKey;
  process.stderr.write(`${isOurs ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

main().catch(end);
