/**
 * Writes `server/currencies/catalogue.json` from public token lists that were installed into a directory of their
 * own: `npm run refresh:currencies -- <directory> [<other output>]`. See docs/currencies.md.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { checksumEvmAddress } from "@/server/chains/address";
import { EVM_NETWORK_IDS, isNetworkId, NETWORKS } from "@/server/chains/networks";
import { currencyHash } from "@/server/currencies/currency-hash";
import type { Currency } from "@/server/currencies/schema";
import { tokenByAddress, tokenById } from "@/server/currencies/tokens";
import { CATALOGUE_NETWORKS } from "./currency-networks";
import { type ListedToken, readSources } from "./currency-sources";

const OUTPUT = join(repositoryRoot(), "server", "currencies", "catalogue.json");

/** Bridged USDC that some lists still call plain `USDC`; ours is the native one (onchain.md §2). */
const BRIDGED_USDC = new Set([
  "arbitrum-one:0xff970a61a04b1ca14834a43f5de4533ebddb5cc8",
  "optimism:0x7f5c764cbc14f9669b88837ca1490cca17c31607",
  "matic:0x2791bca1f2de4661ed88a30c99a7a9449aa84174",
]);

/** Test tokens of strangers serve nobody; the test networks keep the few of the payment list. */
const TESTNETS = new Set([11155111, 84532]);
const PAYMENT_LIST = "@requestnetwork/currency";

interface KnownNetwork {
  network: string;
  chainId: number;
  nativeSymbol: string;
}

const networks = new Map<number, KnownNetwork>(
  [
    ...EVM_NETWORK_IDS.map((id) => ({
      network: id,
      chainId: NETWORKS[id].chainId,
      nativeSymbol: NETWORKS[id].native.symbol,
    })),
    ...CATALOGUE_NETWORKS.map(({ network, chainId, native }) => ({
      network,
      chainId,
      nativeSymbol: native.symbol,
    })),
  ].map((known) => [known.chainId, known]),
);

/** Keeps one row per address and one per symbol of a network, the first seen; ours are left to the token table. */
class Catalogue {
  readonly rows: Currency[] = [];
  private readonly addresses = new Set<string>();
  private readonly ids = new Set<string>();

  addNativeCoins(): void {
    for (const { network, chainId, native } of CATALOGUE_NETWORKS) {
      const { symbol, name, decimals, hashName } = native;
      const hash = currencyHash("ETH", hashName);
      this.ids.add(`${symbol}-${network}`.toLowerCase());
      this.rows.push({
        id: `${symbol}-${network}`,
        name,
        symbol,
        decimals,
        address: null,
        network,
        type: "ETH",
        hash,
        chainId,
      });
    }
  }

  /** Adds a token, or says why not. */
  addToken(token: ListedToken): string | null {
    const known = networks.get(token.chainId);
    if (!known) return "network";
    const { network, chainId, nativeSymbol } = known;
    if (!/^0x[0-9a-fA-F]{40}$/.test(token.address) || /^0x0{40}$/.test(token.address)) return "address";
    const address = checksumEvmAddress(token.address);
    const key = `${network}:${address.toLowerCase()}`;
    if (isNetworkId(network) && tokenByAddress(network, address)) return "ours";
    if (this.addresses.has(key)) return "listed before";

    const symbol = BRIDGED_USDC.has(key) ? "USDC.e" : token.symbol;
    const name = token.name.trim();
    if (!/^[A-Za-z0-9.$+_-]{1,20}$/.test(symbol) || symbol === nativeSymbol) return "symbol";
    if (!/^[\x20-\x7e]{1,60}$/.test(name) || token.decimals < 0 || token.decimals > 36) return "name";
    const id = `${symbol}-${network}`;
    if (tokenById(id) || this.ids.has(id.toLowerCase())) return "symbol taken";

    this.addresses.add(key);
    this.ids.add(id.toLowerCase());
    const { decimals } = token;
    this.rows.push({ id, name, symbol, decimals, address, network, type: "ERC20", hash: address, chainId });
    return null;
  }
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function main(directory: string | undefined, output = OUTPUT): void {
  if (!directory)
    throw new Error("usage: npm run refresh:currencies -- <directory with the installed token lists>");
  const sources = readSources(directory);
  const catalogue = new Catalogue();
  catalogue.addNativeCoins();
  const dropped: Record<string, number> = {};
  for (const source of sources) {
    const wanted = source.tokens.filter(
      ({ chainId }) => source.package === PAYMENT_LIST || !TESTNETS.has(chainId),
    );
    for (const token of wanted) {
      const reason = catalogue.addToken(token);
      if (reason) dropped[reason] = (dropped[reason] ?? 0) + 1;
    }
  }

  const rows = catalogue.rows.sort((a, b) => byCodePoint(a.network, b.network) || byCodePoint(a.id, b.id));
  const from = sources.map(({ package: name, version, license }) =>
    JSON.stringify({ package: name, version, license }),
  );
  const lines = rows.map((row) => JSON.stringify(row));
  writeFileSync(
    output,
    `{\n"sources": [\n${from.join(",\n")}\n],\n"currencies": [\n${lines.join(",\n")}\n]\n}\n`,
  );
  const counts = new Map<string, number>();
  for (const { network } of rows) counts.set(network, (counts.get(network) ?? 0) + 1);
  process.stdout.write(`${rows.length} currencies ${JSON.stringify(Object.fromEntries(counts))}\n`);
  process.stdout.write(`dropped ${JSON.stringify(dropped)}\n`);
}

main(process.argv[2], process.argv[3]);
