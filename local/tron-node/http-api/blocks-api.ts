import { z } from "zod";
import { type Block, printHeader } from "@/local/tron-node/chain/block";
import { NodeError } from "@/local/tron-node/chain/node-error";
import {
  blockAt,
  type ChainState,
  headOf,
  type Placed,
  placedIn,
  type View,
} from "@/local/tron-node/chain/state";
import { fromEvm, printAddress } from "@/local/tron-node/codec/address";
import { createdBy } from "@/local/tron-node/codec/transaction";
import { hexOf } from "@/local/tron-node/http-api/messages";
import { transactionToJson } from "@/local/tron-node/http-api/transaction-json";

const MOST_BLOCKS = 100;
const number = z.coerce.number().int();
const IdOrNumber = z.object({ id_or_num: z.coerce.string().optional(), detail: z.boolean().default(false) });
const ById = z.object({ value: z.string().default("") });

/** A block with its transactions. */
export function printBlock(block: Block, visible: boolean) {
  const transactions = block.included.map((included) => printTransaction(included, visible));
  return { ...printHeader(block), ...(transactions.length > 0 ? { transactions } : {}) };
}

/** `getblock`: by number or ID, the head without either; transactions only with `detail`. */
export function getBlock(state: ChainState, view: View, body: unknown) {
  const { id_or_num: wanted, detail } = IdOrNumber.parse(body);
  const block = wanted === undefined ? headOf(state, view) : findBlock(state, view, wanted);
  if (block === undefined) return {};
  return detail ? printBlock(block, false) : printHeader(block);
}

function findBlock(state: ChainState, view: View, wanted: string): Block | undefined {
  if (/^\d+$/.test(wanted)) return blockAt(state, view, Number(wanted));
  if (/^[0-9a-fA-F]{64}$/.test(wanted)) return blockById(state, view, wanted);
  throw new NodeError(
    "java.lang.IllegalArgumentException",
    `id_or_num must be a legal block id or number, id: ${wanted}`,
  );
}

export function blockById(state: ChainState, view: View, id: string): Block | undefined {
  const block = state.byId.get(id.toLowerCase());
  return block && block.number <= headOf(state, view).number ? block : undefined;
}

/** `getblockbynum`. */
export function getBlockByNumber(state: ChainState, view: View, body: unknown, visible: boolean) {
  const block = blockAt(state, view, z.object({ num: number.default(0) }).parse(body).num);
  return block ? printBlock(block, visible) : {};
}

/** `getblockbyid`. */
export function getBlockById(state: ChainState, view: View, body: unknown, visible: boolean) {
  const block = blockById(state, view, ById.parse(body).value);
  return block ? printBlock(block, visible) : {};
}

/** `getblockbylimitnext`: from `startNum` up to before `endNum`. */
export function getBlockRange(state: ChainState, view: View, body: unknown, visible: boolean) {
  const { startNum, endNum } = z.object({ startNum: number, endNum: number }).parse(body);
  if (endNum <= startNum || endNum - startNum > MOST_BLOCKS) return {};
  const last = Math.min(endNum - 1, headOf(state, view).number);
  return { block: state.blocks.slice(startNum, last + 1).map((block) => printBlock(block, visible)) };
}

/** `gettransactionbyid`: `{}` until it is in a block that this view has. */
export function getTransactionById(state: ChainState, view: View, body: unknown, visible: boolean) {
  const placed = placedIn(state, view, ById.parse(body).value.toLowerCase());
  return placed ? printTransaction(placed, visible) : {};
}

/** `gettransactioninfobyid`: the result, `{}` until there is one in this view. */
export function getTransactionInfoById(state: ChainState, view: View, body: unknown, visible: boolean) {
  const placed = placedIn(state, view, ById.parse(body).value.toLowerCase());
  return placed ? printInfo(placed, visible) : {};
}

/** `gettransactioninfobyblocknum`: the results of a block, in order. */
export function getTransactionInfoByBlock(state: ChainState, view: View, body: unknown, visible: boolean) {
  const block = blockAt(state, view, z.object({ num: number.default(0) }).parse(body).num);
  return (block?.included ?? []).flatMap(({ transaction }) => {
    const placed = placedIn(state, view, transaction.id);
    return placed ? [printInfo(placed, visible)] : [];
  });
}

function printTransaction(
  { transaction, outcome }: Pick<Placed, "transaction" | "outcome">,
  visible: boolean,
) {
  return { ret: [{ contractRet: outcome.result }], ...transactionToJson(transaction, visible) };
}

function printInfo({ transaction, outcome, block }: Placed, visible: boolean) {
  const [contract] = transaction.raw.contracts;
  const called =
    contract?.type === "TriggerSmartContract"
      ? contract.contract
      : contract?.type === "CreateSmartContract"
        ? createdBy(transaction, contract)
        : undefined;
  const failed = outcome.result !== "SUCCESS";
  return {
    id: transaction.id,
    ...(outcome.fee === 0n ? {} : { fee: outcome.fee }),
    blockNumber: block.number,
    blockTimeStamp: block.timestamp,
    contractResult: [outcome.contractResult?.slice(2) ?? ""],
    ...(called === undefined ? {} : { contract_address: printAddress(called, visible) }),
    receipt: withoutZero({
      energy_usage: outcome.energyUsage,
      energy_fee: outcome.energyFee,
      energy_usage_total: outcome.energyTotal,
      net_usage: outcome.netUsage,
      net_fee: outcome.netFee,
      ...(called === undefined ? {} : { result: outcome.result }),
    }),
    ...(failed ? { result: "FAILED", resMessage: hexOf(outcome.message ?? "") } : {}),
    ...(outcome.logs.length > 0
      ? {
          log: outcome.logs.map(({ address, topics, data }) => ({
            // 20 bytes: the one place of the HTTP API where an address has no `41`.
            address: visible ? printAddress(fromEvm(address), true) : address.slice(2).toLowerCase(),
            topics: topics.map((topic) => topic.slice(2)),
            ...(data === "0x" ? {} : { data: data.slice(2) }),
          })),
        }
      : {}),
  };
}

/** Fields of zero are left out, as proto3 prints. */
export function withoutZero(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0n && value !== 0));
}
