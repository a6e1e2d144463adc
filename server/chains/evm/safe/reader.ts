import type { SafeReader } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Rpc } from "@/server/chains/evm/rpc";
import { nonceOfSafe, readSafe } from "@/server/chains/evm/safe/read-safe";
import { safeResults, safeResultsOf } from "@/server/chains/evm/safe/safe-results";
import { PerBlock } from "@/server/chains/evm/untrusted/per-block";
import { agreedAnswer, agreedList, answersOf, requireEnough, type Voices } from "@/server/chains/evm/voices";
import { providersOf, type Quorum, type Said } from "@/server/chains/quorum";
import type { SafeAnswer, SafeLook, SafeResult } from "@/server/chains/safe";

/** Safes as the nodes of one network show them: what they executed, with a quorum, as enough providers show it. */
export function safeReader(rpc: Rpc, voices: () => Voices): SafeReader {
  const answers = new PerBlock<SafeAnswer>();
  return {
    async read(safe) {
      const tip = await rpc<Hex>("eth_blockNumber", []);
      return answers.get(tip, safe.toLowerCase(), () => readSafe(rpc, safe, tip));
    },
    async nonceAt(safe, block) {
      const ask = (one: Rpc) => nonceOfSafe(one, safe, `0x${block.toString(16)}`);
      const now = voices();
      if (!now.quorum) return ask(rpc);
      return agreedAnswer(now, { ask, isSame: (a, b) => a === b, txHash: null, blockNumber: block });
    },
    async results(safes, range) {
      const now = voices();
      return now.quorum ? agreedResults(now, now.quorum, safes, range) : safeResults(rpc, safes, range);
    },
    async resultsOf(txHash, safes) {
      const now = voices();
      if (!now.quorum) return safeResultsOf(rpc, txHash, safes);
      const answers = await answersOf(now, async (one) => ({
        items: await safeResultsOf(one, txHash, safes),
      }));
      return agreedList(answers, keyOf, { quorum: now.quorum, onDoubt: now.onDoubt });
    },
    hasTransaction: async (hash) => (await rpc<object | null>("eth_getTransactionByHash", [hash])) !== null,
  };
}

/** A Safe is read where enough providers give all of its logs. */
async function agreedResults(
  voices: Voices,
  quorum: Quorum,
  safes: readonly Hex[],
  range: { from: bigint; to: bigint },
): Promise<SafeLook> {
  const looks = await answersOf(voices, (rpc) => safeResults(rpc, safes, range));
  requireEnough(
    looks.map(({ node }) => node),
    quorum,
  );
  const isReadBy = ({ said }: Said<SafeLook>, safe: Hex) => !lowerCase(said.unread).includes(safe);
  const unread = lowerCase(safes).filter((safe) => {
    const readers = looks.filter((look) => isReadBy(look, safe)).map(({ node }) => node);
    return providersOf(readers, quorum) < quorum.needed;
  });
  const answers = looks.map((look) => ({
    node: look.node,
    said: {
      items: look.said.results.filter(({ safe }) => !unread.includes(safe)),
      cannotTell: ({ safe }: SafeResult) => !isReadBy(look, safe),
    },
  }));
  const results = agreedList(answers, keyOf, { quorum, onDoubt: voices.onDoubt });
  return { results: results.sort((a, b) => Number(a.block - b.block) || a.logIndex - b.logIndex), unread };
}

function lowerCase(safes: readonly Hex[]): Hex[] {
  return safes.map((safe): Hex => `0x${safe.slice(2).toLowerCase()}`);
}

function keyOf({ safe, safeTxHash, isSuccess, txHash, block, blockHash, logIndex }: SafeResult): string {
  return [safe, safeTxHash, isSuccess, txHash, block, blockHash, logIndex].join();
}
