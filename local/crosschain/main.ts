import { setTimeout as delay } from "node:timers/promises";
import { Filler } from "@/local/crosschain/filler";
import { readFillerMode } from "@/local/crosschain/mode";
import { localPool } from "@/local/crosschain/pool";
import { EVM_NETWORK_IDS, EVM_NETWORKS } from "@/server/chains/networks";
import { readConfig } from "@/server/config";

const EVERY_MS = 1_000;

/** The filler as a process of `npm start`: its chains come from the environment, its switch from a file. */
async function main(): Promise<void> {
  const { networks, profile } = readConfig(process.env);
  if (profile !== "local") throw new Error("the filler is for local chains");
  const print = (line: string) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);
  const pools = EVM_NETWORK_IDS.flatMap((id) => {
    const url = networks[id]?.rpcUrls[0];
    const network = EVM_NETWORKS[id];
    return url && network.contracts.acrossSpokePool ? [localPool(network, url)] : [];
  });
  for (const pool of pools) await pool.restoreProxy();
  const mode = () => readFillerMode(process.env.QUITTANCE_FILLER_MODE);
  const filler = new Filler(pools, { mode, now: Date.now, log: print });
  print(`fills deposits between ${pools.map(({ network }) => network.id).join(", ")}`);
  for (;;) {
    await filler
      .pass()
      .catch((error: unknown) => print(error instanceof Error ? error.message : String(error)));
    await delay(EVERY_MS);
  }
}

process.once("disconnect", () => process.exit(0));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
await main();
