/**
 * `quittance contracts deploy --rpc-url <url> [--relayer 0x…] [--owner 0x…] [--fee-proxy 0x…] [--yes]`
 * `quittance contracts deploy --deposits --rpc-url <url> [--tron] [--yes]`
 *
 * Deploys our recurring contract to the network behind the URL, or the two contracts of deposit addresses. The deployer's
 * key comes from DEPLOYER_PRIVATE_KEY and is never printed; the key of a hosted Tron node from RPC_API_KEY_TRON. Without
 * `--yes` it only says what it would do and what that costs.
 */
import { parseArgs } from "node:util";
import { formatUnits, getAddress, type Hex } from "viem";
import { prepareDeployment } from "./prepare-deployment";
import { type PreparedDeposits, prepareDeposits } from "./prepare-deposits";
import { prepareTronDeposits } from "./prepare-tron-deposits";

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const { values } = parseArgs({
  options: {
    "rpc-url": { type: "string" },
    relayer: { type: "string" },
    owner: { type: "string" },
    "fee-proxy": { type: "string" },
    deposits: { type: "boolean", default: false },
    tron: { type: "boolean", default: false },
    yes: { type: "boolean", default: false },
  },
});
const address = (text: string | undefined) => (text === undefined ? undefined : getAddress(text));

function privateKey(): Hex {
  // A script of its own, outside the server and its configuration: a deployer's key has no business there.
  const key = process.env.DEPLOYER_PRIVATE_KEY ?? "";
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(key))
    throw new Error("set DEPLOYER_PRIVATE_KEY to the deployer's private key");
  return `0x${key.replace(/^0x/, "")}`;
}

const NOTHING_SENT = "Nothing was sent. Add --yes to deploy.";

async function main(): Promise<void> {
  const rpcUrl = values["rpc-url"];
  if (rpcUrl === undefined) throw new Error("--rpc-url says to which network");
  if (values.tron && !values.deposits) throw new Error("--tron goes together with --deposits only");
  if (values.deposits) return deployDeposits(rpcUrl);
  const { network, args, deployer, costWei, send } = await prepareDeployment({
    rpcUrl,
    privateKey: privateKey(),
    relayer: address(values.relayer),
    owner: address(values.owner),
    feeProxy: address(values["fee-proxy"]),
  });
  const [owner, relayer, feeProxy] = args;
  say(`ERC20RecurringPaymentProxy to ${network.name} (chain ${network.chainId})`);
  say(`  deployer   ${deployer}\n  owner      ${owner}\n  relayer    ${relayer}\n  fee proxy  ${feeProxy}`);
  say(`  costs      about ${formatUnits(costWei, network.native.decimals)} ${network.native.symbol}`);
  if (!values.yes) {
    say(NOTHING_SENT);
    return;
  }
  const deployed = await send();
  say(`Deployed at ${deployed.address} in block ${deployed.blockNumber} (${deployed.transactionHash}).`);
  say("Set it in the file that NETWORKS_FILE names:");
  say(`  { "${network.id}": { …, "contracts": { "recurring": "${deployed.address}" } } }`);
}

async function deployDeposits(rpcUrl: string): Promise<void> {
  for (const option of ["relayer", "owner", "fee-proxy"] as const) {
    if (values[option] !== undefined) throw new Error(`--${option} does not go together with --deposits`);
  }
  const asked = { rpcUrl, privateKey: privateKey() };
  const prepared = values.tron
    ? await prepareTronDeposits({ ...asked, apiKey: process.env.RPC_API_KEY_TRON })
    : await prepareDeposits(asked);
  const { network, contracts, deployer, cost } = prepared;
  say(`Deposit addresses on ${network.name} (chain ${network.chainId})`);
  for (const { name, address, isThere } of contracts)
    say(
      `  ${name}  ${address ?? "at an address that its transaction decides"}${isThere ? ", there already" : ""}`,
    );
  if (contracts.every(({ isThere }) => isThere)) return say("There is nothing to deploy.");
  const { decimals, symbol } = network.native;
  say(`  deployer   ${deployer}\n  costs      about ${formatUnits(cost, decimals)} ${symbol}`);
  if (!values.yes) return say(NOTHING_SENT);
  await sendDeposits(prepared);
}

async function sendDeposits({ network, send }: PreparedDeposits): Promise<void> {
  for (const { name, address, transaction } of await send())
    say(`${name} deployed at ${address} (${transaction}).`);
  if (network.family === "evm") return say("Deposit addresses are offered there from now on.");
  say("Write both addresses into server/chains/descriptors/tron.ts: browsers and verifiers read them there.");
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
