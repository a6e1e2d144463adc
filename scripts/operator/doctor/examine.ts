import { readOptions } from "@/local/options";
import { runningEnvironment } from "@/local/running-stack/running-environment";
import { repositoryRoot } from "@/repository-root";
import { type App, boot } from "@/server/boot";
import { type Config, ConfigError, readConfig } from "@/server/config";
import { checkNodes, checkWatchers } from "./check-chains";
import { checkClock, checkDatabase } from "./check-database";
import { type Finding, well, wrong } from "./finding";

/**
 * Looks at everything that the service of this environment, or of the stack in its data directory, needs. Changes nothing.
 * What needs something that is not there is left out. `now` is the clock of this machine.
 */
export async function examine(env: NodeJS.ProcessEnv, now: () => Date): Promise<Finding[]> {
  const { dataDir } = readOptions([], env, repositoryRoot());
  let config: Config;
  try {
    config = readConfig({ LOG_LEVEL: "silent", ...runningEnvironment(env, dataDir) });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const remedy = "Set them as docs/settings.md says, or start the service here with npm start.";
    return [wrong("settings", "environment", error.message.replaceAll(/\n */g, " "), remedy)];
  }
  const app = boot(config, "doctor", { now });
  try {
    return [well("settings", "environment", "complete"), ...(await examineApp(app, now))];
  } finally {
    await app.close();
  }
}

async function examineApp(app: App, now: () => Date): Promise<Finding[]> {
  const nodes = await checkNodes(app.chains.list());
  const { findings, readiness } = await checkDatabase(app);
  if (readiness.database !== "ok") return [...findings, ...nodes];
  const clock = await checkClock(app, now);
  if (readiness.migrations !== "ok") return [...findings, clock, ...nodes];
  // What these bring is loaded only where there is something to look at.
  const [{ checkKeys }, { checkWebhooks }, { checkNotifications }] = await Promise.all([
    import("./check-keys"),
    import("./check-webhooks"),
    import("./check-notifications"),
  ]);
  const [keys, webhooks, notifications] = await Promise.all([
    checkKeys(app),
    checkWebhooks(app),
    checkNotifications(app),
  ]);
  return [...findings, clock, keys, ...nodes, ...checkWatchers(readiness), ...webhooks, ...notifications];
}
