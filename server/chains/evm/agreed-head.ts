import type { BlockRef, ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Doubt } from "@/server/chains/evidence";
import type { BlockReader, NodeHead } from "@/server/chains/evm/block-reader";
import type { NodeOrder } from "@/server/chains/node-order";
import { mostAgreed, type Quorum, reachedByQuorum, type Said } from "@/server/chains/quorum";

interface HeadOfNode extends NodeHead {
  node: number;
}

/**
 * Where a chain is, by enough providers of nodes: the newest block that they all have, the same for each, and what they
 * all call final. A node with another block at that height is named and asked last. While too few answer or agree, the
 * head is what the first node says, so that payments are seen, and nothing more becomes final.
 */
export class AgreedHead {
  readonly #readers: readonly BlockReader[];
  readonly #order: NodeOrder;
  readonly #quorum: Quorum;
  readonly #onDoubt: (doubt: Doubt) => void;
  /** Newest block that enough providers called final and have alike; -1 before there was one. */
  #finalized = -1n;

  constructor(
    readers: readonly BlockReader[],
    order: NodeOrder,
    quorum: Quorum,
    onDoubt: (doubt: Doubt) => void,
  ) {
    this.#readers = readers;
    this.#order = order;
    this.#quorum = quorum;
    this.#onDoubt = onDoubt;
  }

  /** Throws `ChainError` where no node tells its head. */
  async head(): Promise<ChainHead> {
    const heads = await this.#heads();
    const said = (of: (head: HeadOfNode) => bigint) =>
      heads.map((head) => ({ node: head.node, said: of(head) }));
    const newest = reachedByQuorum(
      said(({ latest }) => latest.number),
      this.#quorum,
    );
    const final = reachedByQuorum(
      said(({ finalized }) => finalized),
      this.#quorum,
    );
    const [agreed, agreedFinal] = await Promise.all([
      newest === null ? null : this.#agreeOn(newest, heads),
      final === null || final <= this.#finalized ? null : this.#agreeOn(final, heads),
    ]);
    if (agreed) this.#outvote(agreed);
    if (agreedFinal) this.#finalized = agreedFinal.block.number;
    const latest = agreed?.block ?? this.#firstOf(heads).latest;
    // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint
    return { latest, finalized: this.#finalized < latest.number ? this.#finalized : latest.number };
  }

  async #heads(): Promise<HeadOfNode[]> {
    const asked = this.#order.positions.map(async (position): Promise<HeadOfNode[]> => {
      const reader = this.#readers[position];
      if (!reader) return [];
      const head = await orNull(reader.nodeHead());
      return head ? [{ node: position + 1, ...head }] : [];
    });
    const heads = (await Promise.all(asked)).flat();
    if (heads.length === 0) throw new ChainError("no node tells its newest block");
    return heads;
  }

  /** The block that enough providers have at this height, and the nodes that have another; null where they do not agree. */
  async #agreeOn(number: bigint, heads: readonly HeadOfNode[]): Promise<Agreed | null> {
    const answers = await Promise.all(
      heads
        .filter(({ latest }) => latest.number >= number)
        .map(async ({ node, latest, finalizedBlock }): Promise<Said<BlockRef>[]> => {
          // What a node has told with its head is not asked again.
          const told = [latest, finalizedBlock].find((block) => block?.number === number);
          if (told) return [{ node, said: told }];
          const blocks = await orNull(this.#readers[node - 1]?.blocks([number]) ?? Promise.resolve([]));
          const [block] = blocks ?? [];
          return block ? [{ node, said: block }] : [];
        }),
    );
    const said = answers.flat();
    const agreed = mostAgreed(said, (a, b) => a.hash === b.hash, this.#quorum);
    if (!agreed || agreed.providers < this.#quorum.needed) return null;
    const others = said.filter(({ node }) => !agreed.nodes.includes(node));
    return { block: agreed.said, others };
  }

  #outvote({ block, others }: Agreed): void {
    const nodes = others.map(({ node }) => node);
    this.#order.outvote(nodes);
    if (nodes.length === 0) return;
    this.#onDoubt({
      problem: "outvoted",
      txHash: null,
      blockNumber: block.number,
      nodes,
      said: others.map(({ node, said }) => ({ node, says: `block ${said.hash} instead of ${block.hash}` })),
    });
  }

  #firstOf(heads: readonly HeadOfNode[]): HeadOfNode {
    const [first] = heads;
    if (!first) throw new ChainError("no node tells its newest block");
    return first;
  }
}

interface Agreed {
  block: BlockRef;
  /** What other nodes have at this height. */
  others: Said<BlockRef>[];
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}
