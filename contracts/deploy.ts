/**
 * `npm run deploy:contracts -- --rpc-url <url> [--relayer 0x…] [--owner 0x…] [--fee-proxy 0x…] [--yes]`
 *
 * Deploys our recurring contract to the network behind the URL. The deployer's key comes from DEPLOYER_PRIVATE_KEY and
 * is never printed. Without `--yes` it only says what it would do and what that costs.
 */
import { parseArgs } from "node:util";
import { formatUnits, getAddress, type Hex } from "viem";
import { prepareDeployment } from "./prepare-deployment";

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    "rpc-url": { type: "string" },
    relayer: { type: "string" },
    owner: { type: "string" },
    "fee-proxy": { type: "string" },
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

async function main(): Promise<void> {
  const rpcUrl = values["rpc-url"];
  if (rpcUrl === undefined) throw new Error("--rpc-url says to which network");
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
    say("Nothing was sent. Add --yes to deploy.");
    return;
  }
  const deployed = await send();
  say(`Deployed at ${deployed.address} in block ${deployed.blockNumber} (${deployed.transactionHash}).`);
  say("Set it in the file that NETWORKS_FILE names:");
  say(`  { "${network.id}": { …, "contracts": { "recurring": "${deployed.address}" } } }`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
