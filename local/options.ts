import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { FILLER_MODES, type FillerMode } from "@/local/crosschain/mode";
import { freePort, isPortFree } from "@/local/processes/free-port";
import { StackError } from "@/local/stack-error";
import { isNetworkId, NETWORK_IDS, type NetworkId } from "@/server/chains/networks";

/** A testnet with a faucet token, a cheap chain, and the one whose USDT needs its allowance reset. */
const DEMO_NETWORKS: readonly NetworkId[] = ["sepolia", "base", "mainnet"];
const DEFAULT_PORT = 3000;

export interface StackOptions {
  mode: "start" | "dev";
  dataDir: string;
  fresh: boolean;
  /** Only say which switches there are. */
  help: boolean;
  /** Local chains to run, unless the environment names nodes of its own. */
  networks: readonly NetworkId[];
  /** What the filler of the local chains does with payments between them. */
  filler?: FillerMode;
  /** Open the chaos sandbox, which plays faults on a local chain. */
  chaos?: boolean;
}

/** Every switch of `npm start` and `npm run dev`, with what it does. */
const SWITCHES = {
  "--networks": `local chains to run: all, or some of ${NETWORK_IDS.join(",")} (default ${DEMO_NETWORKS.join(",")})`,
  "--filler": `what becomes of payments between local chains: ${FILLER_MODES.join(", ")} (default fill)`,
  "--chaos":
    "open the sandbox of faults: reorganisations, a node that lies, and others (docs/guides/chaos.md)",
  "--fresh": "start empty: removes the embedded database, the local chains and the credentials first",
  "--help": "show this",
};
const usage = "npm start -- [--networks all|<network>,…] [--filler <mode>] [--chaos] [--fresh] [--help]";

/** What `--help` prints. */
export const help = [
  usage,
  "",
  ...Object.entries(SWITCHES).map(([name, does]) => `  ${name.padEnd(11)} ${does}`),
  "",
  "npm run dev takes the same. Settings are environment variables; docs/settings.md lists them.",
].join("\n");

/** Reads `start|dev` and the switches. Throws a `StackError` that shows the usage. */
export function readOptions(
  argv: string[],
  env: Record<string, string | undefined>,
  root: string,
): StackOptions {
  const { values, positionals } = parse(argv);
  const mode = positionals[0] ?? "start";
  if (mode !== "start" && mode !== "dev") throw new StackError(`Unknown command ${mode}.`, usage);
  if (values.fresh && !values.help && env.DATABASE_URL) {
    throw new StackError(
      "--fresh does not empty a database of yours.",
      "Empty it yourself, or unset DATABASE_URL to use the embedded one.",
    );
  }
  return {
    mode,
    dataDir: resolve(root, env.QUITTANCE_DATA_DIR || ".quittance"),
    fresh: values.fresh ?? false,
    help: values.help ?? false,
    networks: networkList(values.networks),
    filler: fillerMode(values.filler),
    chaos: values.chaos ?? false,
  };
}

/** `PORT` when it is set and free, else 3000 or the next free one. Throws a `StackError` for a taken `PORT`. */
export async function choosePort(wanted: string | undefined): Promise<number> {
  if (!wanted) return freePort(DEFAULT_PORT);
  const port = Number(wanted);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StackError(
      `PORT=${wanted} is not a port.`,
      "Set PORT to a number from 1 to 65535, or leave it out.",
    );
  }
  if (port === 0) return freePort();
  if (await isPortFree(port)) return port;
  throw new StackError(
    `Port ${port} is in use by another program.`,
    "Stop that program, set PORT to another number, or leave PORT out to get the next free one.",
  );
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        networks: { type: "string" },
        filler: { type: "string" },
        chaos: { type: "boolean" },
        fresh: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (cause) {
    throw new StackError(cause instanceof Error ? cause.message : String(cause), usage, { cause });
  }
}

function fillerMode(text: string | undefined): FillerMode {
  const mode = FILLER_MODES.find((one) => one === (text ?? "fill"));
  if (!mode)
    throw new StackError(`Unknown mode of the filler: ${text}`, `One of ${FILLER_MODES.join(", ")}.`);
  return mode;
}

function networkList(text: string | undefined): readonly NetworkId[] {
  if (text === undefined) return DEMO_NETWORKS;
  if (text === "all") return NETWORK_IDS;
  const ids = text.split(",").map((id) => id.trim());
  const known = ids.filter(isNetworkId);
  if (known.length !== ids.length || known.length === 0) {
    const unknown = ids.filter((id) => !isNetworkId(id)).join(", ");
    throw new StackError(`Unknown network: ${unknown}`, `Local chains: ${NETWORK_IDS.join(", ")}, or all.`);
  }
  return [...new Set(known)];
}
