import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Doubt } from "@/server/chains/evidence";
import { hashAt } from "@/server/chains/evm/block-reader";
import type { Rpc, RpcReceipt } from "@/server/chains/evm/rpc";
import { mostAgreed, providersOf, type Quorum, type Said } from "@/server/chains/quorum";

/** The nodes that tell of one network, and how many of their providers have to say the same (`docs/decisions/quorum.md`). */
export interface Voices {
  nodes: readonly { node: number; rpc: Rpc }[];
  /** Null where one provider is enough. */
  quorum: Quorum | null;
  onDoubt: (doubt: Doubt) => void;
}

/** What is asked of every node. */
export interface Question<T> {
  /** What one node says; undefined where it cannot tell. */
  ask: (rpc: Rpc) => Promise<T | undefined>;
  isSame: (a: T, b: T) => boolean;
  /** Which transaction it is about, if it is about one. */
  txHash: Hex | null;
  blockNumber?: bigint;
}

/**
 * What all nodes say that answer; with a quorum what enough providers say, whatever the others do. Throws `ChainError`
 * where they do not agree, or too few answer.
 */
export async function agreedAnswer<T>(voices: Voices, question: Question<T>): Promise<T> {
  const { quorum } = voices;
  const answers = await answersOf(voices, question.ask);
  const [first] = answers;
  if (!first) throw new ChainError(`no node answers${about(question)}`);
  if (quorum) {
    const agreed = mostAgreed(answers, question.isSame, quorum);
    const others = answers.filter(({ node }) => !agreed?.nodes.includes(node));
    if (agreed && agreed.providers >= quorum.needed) {
      if (others.length > 0) tell(voices, "outvoted", question, answers, others);
      return agreed.said;
    }
    if (others.length > 0) tell(voices, "nodes_disagree", question, answers, answers);
    throw new ChainError(`too few providers agree${about(question)}`);
  }
  if (answers.some(({ said }) => !question.isSame(said, first.said))) {
    tell(voices, "nodes_disagree", question, answers, answers);
    throw new ChainError(`the nodes disagree${about(question)}`);
  }
  return first.said;
}

/** What one node lists, and of what it cannot tell. */
export interface Listed<T> {
  items: readonly T[];
  cannotTell?: (item: T) => boolean;
}

/**
 * What enough providers list, of what nodes list. What fewer list is left out where enough others do not have it. Throws
 * `ChainError` where that cannot be told of each.
 */
export function agreedList<T>(
  answers: readonly Said<Listed<T>>[],
  keyOf: (item: T) => string,
  { quorum, onDoubt }: { quorum: Quorum; onDoubt: Voices["onDoubt"] },
): T[] {
  requireEnough(
    answers.map(({ node }) => node),
    quorum,
  );
  const listed = new Map<string, { item: T; by: number[] }>();
  for (const { node, said } of answers) {
    for (const item of said.items) {
      const own = listed.get(keyOf(item)) ?? { item, by: [] };
      listed.set(keyOf(item), { item, by: [...own.by, node] });
    }
  }
  return [...listed].flatMap(([key, { item, by }]) => {
    if (providersOf(by, quorum) >= quorum.needed) return [item];
    const said = by.map((node) => ({ node, says: key }));
    onDoubt({ problem: "logs_differ", txHash: null, nodes: by, said });
    const without = answers.filter((one) => !by.includes(one.node) && !one.said.cannotTell?.(item));
    const denying = without.map(({ node }) => node);
    if (providersOf(denying, quorum) >= quorum.needed) return [];
    throw new ChainError("too few providers agree about a log");
  });
}

/** Throws `ChainError` where these nodes are of fewer providers than are needed. */
export function requireEnough(nodes: readonly number[], quorum: Quorum | null): void {
  if (quorum && providersOf(nodes, quorum) < quorum.needed) throw new ChainError("too few providers answer");
}

/**
 * The receipt of a transaction that a node has, null where it has none, and undefined where it may have none because it
 * is behind: with a quorum that is no vote against the transaction, and without one the node is waited for.
 */
export async function receiptSaidBy(
  rpc: Rpc,
  { txHash, blockNumber }: { txHash: Hex; blockNumber: bigint },
  { quorum }: Pick<Voices, "quorum">,
): Promise<RpcReceipt | null | undefined> {
  const receipt = await rpc<RpcReceipt | null>("eth_getTransactionReceipt", [txHash]);
  if (receipt || !quorum) return receipt;
  return (await hashAt(rpc, blockNumber)) === null ? undefined : null;
}

/** What each node says that says something. */
export async function answersOf<T>(
  { nodes }: Pick<Voices, "nodes">,
  ask: (rpc: Rpc) => Promise<T | undefined>,
): Promise<Said<T>[]> {
  const answers = await Promise.all(
    nodes.map(async ({ node, rpc }): Promise<Said<T>[]> => {
      try {
        const said = await ask(rpc);
        return said === undefined ? [] : [{ node, said }];
      } catch (error) {
        if (error instanceof ChainError) return [];
        throw error;
      }
    }),
  );
  return answers.flat();
}

function tell<T>(
  { onDoubt }: Pick<Voices, "onDoubt">,
  problem: Doubt["problem"],
  { txHash, blockNumber }: Question<T>,
  answers: readonly Said<T>[],
  named: readonly Said<T>[],
): void {
  onDoubt({
    problem,
    txHash,
    ...(blockNumber === undefined ? {} : { blockNumber }),
    nodes: named.map(({ node }) => node),
    said: answers.map(({ node, said }) => ({ node, says: inWords(said) })),
  });
}

function inWords(said: unknown): string {
  const text = JSON.stringify(said, (_, value: unknown) =>
    typeof value === "bigint" ? value.toString() : value,
  );
  return text.slice(0, 2_000);
}

function about({ txHash }: { txHash: Hex | null }): string {
  return txHash === null ? "" : ` about ${txHash}`;
}
