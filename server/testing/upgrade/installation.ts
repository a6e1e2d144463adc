import { freePort } from "@/local/processes/free-port";
import {
  type InstalledRelease,
  type ProcessSettings,
  type ReleaseProcess,
  startWeb,
  startWorker,
} from "@/server/testing/upgrade/running-release";

type Name = InstalledRelease["name"];

/** Which release each process is of. */
export interface Pair {
  web: readonly Name[];
  worker: Name;
}

/** Two web processes behind a balancer, and a worker, replaced one by one. */
export interface Installation {
  /** Where the balancer sends calls now: it takes a process out before it is ended. */
  urls: readonly string[];
  /** The releases that run now. */
  running(): Pair;
  replaceWeb(which: 0 | 1, release: InstalledRelease): Promise<void>;
  replaceWorker(release: InstalledRelease): Promise<void>;
  stop(): Promise<void>;
}

/** Starts all three of one release. */
export async function startInstallation(
  release: InstalledRelease,
  settings: ProcessSettings,
): Promise<Installation> {
  const ports = [await freePort(), await freePort()] as const;
  const urlOf = (which: 0 | 1) => `http://127.0.0.1:${ports[which]}`;
  const web: [ReleaseProcess, ReleaseProcess] = await Promise.all([
    startWeb(release, ports[0], settings),
    startWeb(release, ports[1], settings),
  ]);
  let worker = await startWorker(release, settings);
  const urls = [urlOf(0), urlOf(1)];

  return {
    urls,
    running: () => ({ web: web.map((one) => one.release), worker: worker.release }),
    replaceWeb: async (which, to) => {
      urls.splice(urls.indexOf(urlOf(which)), 1);
      ended(await web[which].stop(), `web ${which + 1}`);
      web[which] = await startWeb(to, ports[which], settings);
      urls.push(urlOf(which));
    },
    replaceWorker: async (to) => {
      ended(await worker.stop(), "the worker");
      worker = await startWorker(to, settings);
    },
    stop: async () => {
      for (const one of [...web, worker]) one.kill();
    },
  };
}

function ended(code: number | null, name: string): void {
  if (code !== 0) throw new Error(`${name} ended with ${code} when it was replaced`);
}
