/** How many independent providers of nodes have to say the same before a payment counts. */
export interface Quorum {
  needed: number;
  /** Who runs each node, in the order of their URLs: nodes of one provider are one voice. */
  providers: readonly string[];
  /** It holds for payments of requests above this sum, decimal text in USD; null for all. */
  aboveUsd: string | null;
}

interface QuorumSettings {
  rpcUrls: readonly string[];
  providers?: readonly string[] | undefined;
  quorum?: number | undefined;
  quorumAboveUsd?: string | undefined;
}

/** The rule that the settings of a network make; undefined where one node is enough. */
export function quorumOf(settings: QuorumSettings): Quorum | undefined {
  const { quorum, quorumAboveUsd } = settings;
  if (quorum === undefined) return undefined;
  return { needed: quorum, providers: providersOrHosts(settings), aboveUsd: quorumAboveUsd ?? null };
}

/** Who runs each node: as named, or by the host of its URL. */
export function providersOrHosts({
  rpcUrls,
  providers,
}: Pick<QuorumSettings, "rpcUrls" | "providers">): string[] {
  return rpcUrls.map((url, i) => providers?.[i] ?? new URL(url).hostname);
}

/** What one node said. Nodes count from 1, as configured. */
export interface Said<T> {
  node: number;
  said: T;
}

/** What nodes said alike, which of them, and by how many providers these are run. */
export interface Agreement<T> {
  said: T;
  nodes: number[];
  providers: number;
}

/** How many providers run these nodes. */
export function providersOf(nodes: readonly number[], { providers }: Pick<Quorum, "providers">): number {
  return new Set(nodes.map((node) => providers[node - 1] ?? `node ${node}`)).size;
}

/** What most providers say; of equal numbers what was said first. Null where nothing was said. */
export function mostAgreed<T>(
  answers: readonly Said<T>[],
  isSame: (a: T, b: T) => boolean,
  quorum: Pick<Quorum, "providers">,
): Agreement<T> | null {
  const groups: Agreement<T>[] = [];
  for (const { node, said } of answers) {
    const own = groups.find((group) => isSame(group.said, said));
    if (own) own.nodes.push(node);
    else groups.push({ said, nodes: [node], providers: 0 });
  }
  for (const group of groups) group.providers = providersOf(group.nodes, quorum);
  return groups.toSorted((a, b) => b.providers - a.providers)[0] ?? null;
}

/** The largest number that enough providers have reached; null where too few said one. */
export function reachedByQuorum(
  numbers: readonly Said<bigint>[],
  { needed, providers }: Pick<Quorum, "needed" | "providers">,
): bigint | null {
  const furthest = new Map<string, bigint>();
  for (const { node, said } of numbers) {
    const provider = providers[node - 1] ?? `node ${node}`;
    if (said > (furthest.get(provider) ?? -1n)) furthest.set(provider, said);
  }
  return [...furthest.values()].toSorted((a, b) => (a < b ? 1 : -1))[needed - 1] ?? null;
}
