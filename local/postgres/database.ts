import { join } from "node:path";
import { type RunningPostgres, startPostgres } from "@/local/postgres/postgres";
import { keepRunning } from "@/local/processes/keep-running";

export interface StackDatabase {
  url: string;
  /** Shown to the person at the terminal: where the data are. */
  description: string;
  stop(): Promise<void>;
}

/** The database of `DATABASE_URL`, which is not ours to stop, or the embedded one, kept running. */
export async function openStackDatabase(
  dataDir: string,
  databaseUrl: string | undefined,
  log: (line: string) => void,
): Promise<StackDatabase> {
  if (databaseUrl) return { url: databaseUrl, description: "from DATABASE_URL", stop: async () => {} };

  let port: number | undefined;
  const kept = await keepRunning<RunningPostgres>({
    name: "PostgreSQL",
    async start() {
      const server = await startPostgres({ dataDir: join(dataDir, "postgres"), port, log });
      // Web and worker know the server by its port, so a replacement on another one is of no use to them.
      if (port !== undefined && server.port !== port) {
        await server.stop();
        throw new Error(`port ${port} is taken`);
      }
      port = server.port;
      return server;
    },
    log,
  });
  const { url, adopted, pid } = kept.current();
  return {
    url,
    description: `${adopted ? "adopted" : "started"}, process ${pid}, port ${port}`,
    stop: () => kept.stop(),
  };
}
