import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";
import { NETWORK_IDS, NETWORKS } from "@/server/chains/networks";
import { CATALOGUE_NETWORKS } from "./currency-networks";

/** One fungible token as a public list names it. */
export interface ListedToken {
  chainId: number;
  symbol: string;
  name: string;
  address: string;
  decimals: number;
}

export interface Source {
  package: string;
  version: string;
  license: string;
  tokens: ListedToken[];
}

const Listed = z.object({
  chainId: z.int(),
  symbol: z.string(),
  name: z.string(),
  address: z.string(),
  decimals: z.int(),
});
const Manifest = z.object({ name: z.string(), version: z.string(), license: z.string() });

const chainIds = new Map<string, number>([
  ...NETWORK_IDS.map((id): [string, number] => [id, NETWORKS[id].chainId]),
  ...CATALOGUE_NETWORKS.map(({ network, chainId }): [string, number] => [network, chainId]),
]);

/** What each package exports, read into one shape. The rollup list repeats mainnet as the origin of bridged tokens. */
const READERS: Record<string, (load: (id: string) => unknown) => ListedToken[]> = {
  "@metamask/contract-metadata": (load) => {
    const Row = z.object({
      name: z.string(),
      symbol: z.string(),
      decimals: z.int(),
      erc20: z.boolean().optional(),
    });
    const map = z.record(z.string(), Row).parse(load("@metamask/contract-metadata"));
    return Object.entries(map)
      .filter(([, row]) => row.erc20)
      .map(([address, row]) => ({
        chainId: 1,
        address,
        symbol: row.symbol,
        name: row.name,
        decimals: row.decimals,
      }));
  },
  "@eth-optimism/tokenlist": (load) =>
    z
      .object({ default: z.object({ tokens: z.array(Listed) }) })
      .parse(load("@eth-optimism/tokenlist"))
      .default.tokens.filter(({ chainId }) => chainId !== 1),
  "@pancakeswap/tokens": (load) => {
    const exported = z.record(z.string(), z.unknown()).parse(load("@pancakeswap/tokens"));
    const lists = Object.entries(exported).filter(([key]) => key.endsWith("Tokens"));
    return lists.flatMap(([, list]) => {
      const rows = z.record(z.string(), z.unknown()).safeParse(list);
      if (!rows.success) return [];
      return Object.values(rows.data).flatMap((row) => {
        const token = Listed.safeParse(row);
        return token.success ? [token.data] : [];
      });
    });
  },
  "@requestnetwork/currency": (load) => {
    const Row = z.object({ symbol: z.string(), address: z.string(), network: z.string(), decimals: z.int() });
    const Manager = z.object({ CurrencyManager: z.custom<{ getDefaultList(): unknown[] }>() });
    const { CurrencyManager } = Manager.parse(load("@requestnetwork/currency"));
    return CurrencyManager.getDefaultList().flatMap((entry) => {
      const row = Row.safeParse(entry);
      const chainId = row.success ? chainIds.get(row.data.network) : undefined;
      if (!row.success || chainId === undefined) return [];
      const { symbol, address, decimals } = row.data;
      return [{ chainId, symbol, name: symbol, address, decimals }];
    });
  },
};

/**
 * Reads the token lists from the `node_modules` of a directory into which they were installed. The first source
 * to name a token wins, so the ones with full names come first.
 */
export function readSources(directory: string): Source[] {
  const load = createRequire(path.resolve(directory, "package.json"));
  return Object.entries(READERS).map(([name, read]) => {
    const file = path.resolve(directory, "node_modules", name, "package.json");
    const manifest = Manifest.parse(JSON.parse(readFileSync(file, "utf8")));
    return { package: name, version: manifest.version, license: manifest.license, tokens: read(load) };
  });
}
