import { z } from "zod";
import { type ChainState, headOf, placedIn } from "@/local/tron-node/chain/state";
import { blockById } from "@/local/tron-node/http-api/blocks-api";
import { HashParam, invalidParams, RpcError, readBlockTag } from "@/local/tron-node/json-rpc/rpc-params";
import { printRpcLogs } from "@/local/tron-node/json-rpc/rpc-prints";

/** Limits of a node with standard settings. */
const MOST_BLOCKS = 5_000;
const MOST_ADDRESSES = 1_000;
const MOST_TOPICS = 1_000;
const MOST_RESULTS = 10_000;

const Filter = z.object({
  fromBlock: z.string().nullish(),
  toBlock: z.string().nullish(),
  blockHash: z.string().nullish(),
  address: z.union([z.string(), z.array(z.string())]).nullish(),
  topics: z.array(z.union([z.string(), z.array(z.string()), z.null()])).nullish(),
});

/** `eth_getLogs` with what a node refuses: more than 5,000 blocks, `safe`, `pending`, Base58 addresses. */
export function getLogs(state: ChainState, param: unknown) {
  const parsed = Filter.safeParse(param);
  if (!parsed.success) throw invalidParams("invalid json request");
  const filter = parsed.data;
  const { from, to } = rangeOf(state, filter);
  const addresses = addressesOf(filter.address);
  const topics = topicsOf(filter.topics);

  const found = [];
  for (const block of state.blocks.slice(from, to + 1)) {
    for (const { transaction } of block.included) {
      const placed = placedIn(state, "full", transaction.id);
      if (!placed) continue;
      for (const log of printRpcLogs(placed)) {
        if (addresses.size > 0 && !addresses.has(log.address.toLowerCase())) continue;
        if (!topics.every((wanted, at) => wanted === null || wanted.has(log.topics[at] ?? ""))) continue;
        found.push(log);
        if (found.length > MOST_RESULTS) {
          throw new RpcError(-32005, `query returned more than ${MOST_RESULTS} results`);
        }
      }
    }
  }
  return found;
}

function rangeOf(state: ChainState, { fromBlock, toBlock, blockHash }: z.infer<typeof Filter>) {
  if (blockHash) {
    if (fromBlock || toBlock) {
      throw invalidParams("cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other");
    }
    const block = blockById(state, "full", HashParam(blockHash));
    if (!block) throw invalidParams("invalid blockHash");
    return { from: block.number, to: block.number };
  }
  const head = headOf(state, "full").number;
  const from = readBlockTag(state, fromBlock ?? undefined);
  const to = toBlock && toBlock !== "latest" ? readBlockTag(state, toBlock) : Number.MAX_SAFE_INTEGER;
  if (from > to) throw invalidParams("please verify: fromBlock <= toBlock");
  if (Math.min(to, head) - from > MOST_BLOCKS) throw invalidParams(`exceed max block range: ${MOST_BLOCKS}`);
  return { from, to: Math.min(to, head) };
}

function addressesOf(wanted: z.infer<typeof Filter>["address"]): Set<string> {
  const list = wanted === null || wanted === undefined ? [] : [wanted].flat();
  if (list.length > MOST_ADDRESSES) throw invalidParams(`exceed max addresses: ${MOST_ADDRESSES}`);
  return new Set(
    list.map((address, index) => {
      if (/^(0x)?[0-9a-fA-F]{40}$/.test(address)) return `0x${address.replace(/^0x/, "").toLowerCase()}`;
      throw invalidParams(`invalid address at index ${index}: ${address}`);
    }),
  );
}

function topicsOf(wanted: z.infer<typeof Filter>["topics"]): (Set<string> | null)[] {
  const slots = wanted ?? [];
  if (slots.length > 4) throw invalidParams("topics size should be <= 4");
  return slots.map((slot) => {
    if (slot === null) return null;
    const list = [slot].flat();
    if (list.length > MOST_TOPICS) throw invalidParams(`exceed max topics: ${MOST_TOPICS}`);
    return new Set(
      list.map((topic) => {
        if (/^(0x)?[0-9a-fA-F]{64}$/.test(topic)) return `0x${topic.replace(/^0x/, "").toLowerCase()}`;
        throw invalidParams(`invalid topic(s): ${topic}`);
      }),
    );
  });
}
