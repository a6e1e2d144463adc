import { type Hex, numberToHex } from "viem";
import { type Block, PRODUCER } from "@/local/tron-node/chain/block";
import { type ChainState, type Placed, placedIn } from "@/local/tron-node/chain/state";
import { toEvm } from "@/local/tron-node/codec/address";

const ZERO_32: Hex = `0x${"00".repeat(32)}`;
const NO_BLOOM: Hex = `0x${"00".repeat(256)}`;

/** A block in the shape of Ethereum, with Tron's hash and times in seconds. */
export function printRpcBlock(state: ChainState, block: Block, full: boolean) {
  return {
    number: numberToHex(block.number),
    hash: `0x${block.id}`,
    parentHash: `0x${block.parentId}`,
    miner: toEvm(PRODUCER),
    timestamp: seconds(block),
    size: "0x73d",
    transactionsRoot: `0x${block.transactionRoot}`,
    stateRoot: "0x",
    transactions: block.included.flatMap(({ transaction }) => {
      const placed = placedIn(state, "full", transaction.id);
      if (!placed) return [];
      return [full ? printRpcTransaction(state, placed) : `0x${transaction.id}`];
    }),
    uncles: [],
    gasLimit: "0x0",
    gasUsed: "0x0",
    difficulty: "0x0",
    totalDifficulty: "0x0",
    extraData: "0x",
    logsBloom: NO_BLOOM,
    nonce: "0x0000000000000000",
    sha3Uncles: ZERO_32,
    receiptsRoot: ZERO_32,
    mixHash: ZERO_32,
    baseFeePerGas: "0x0",
  };
}

/** A transaction in the shape of Ethereum. Its hash is Tron's. */
export function printRpcTransaction(state: ChainState, placed: Placed) {
  const { transaction, block, index, outcome } = placed;
  const [signature = ""] = transaction.signatures;
  const { from, to, value, input } = partsOf(placed);
  return {
    hash: `0x${transaction.id}`,
    ...locator(block, index),
    from,
    to,
    value,
    gas: numberToHex(outcome.energyTotal),
    gasPrice: numberToHex(state.parameters.energyFee),
    input,
    type: "0x0",
    nonce: "0x0000000000000000",
    v: `0x${signature.slice(128, 130)}`,
    r: `0x${signature.slice(0, 64)}`,
    s: `0x${signature.slice(64, 128)}`,
  };
}

/** The receipt, gas being energy. */
export function printRpcReceipt(state: ChainState, placed: Placed) {
  const { transaction, block, index, outcome } = placed;
  const { from, to } = partsOf(placed);
  const before = block.included.slice(0, index + 1);
  return {
    ...locator(block, index),
    transactionHash: `0x${transaction.id}`,
    from,
    to,
    cumulativeGasUsed: numberToHex(before.reduce((sum, one) => sum + one.outcome.energyTotal, 0n)),
    gasUsed: numberToHex(outcome.energyTotal),
    effectiveGasPrice: numberToHex(state.parameters.energyFee),
    contractAddress: null,
    logs: printRpcLogs(placed),
    logsBloom: NO_BLOOM,
    status: outcome.result === "SUCCESS" ? "0x1" : "0x0",
    type: "0x0",
  };
}

/** The logs of a transaction; `logIndex` counts through its block. */
export function printRpcLogs({ transaction, block, index, outcome }: Placed) {
  const first = block.included.slice(0, index).reduce((sum, one) => sum + one.outcome.logs.length, 0);
  return outcome.logs.map(({ address, topics, data }, position) => ({
    address,
    ...locator(block, index),
    blockTimestamp: seconds(block),
    transactionHash: `0x${transaction.id}`,
    logIndex: numberToHex(first + position),
    removed: false,
    topics,
    data,
  }));
}

function locator(block: Block, index: number) {
  return {
    blockHash: `0x${block.id}`,
    blockNumber: numberToHex(block.number),
    transactionIndex: numberToHex(index),
  };
}

function seconds({ timestamp }: Block): Hex {
  return numberToHex(Math.floor(timestamp / 1000));
}

function partsOf({ transaction }: Placed) {
  const [contract] = transaction.raw.contracts;
  if (contract?.type === "TriggerSmartContract") {
    return {
      from: toEvm(contract.owner),
      to: toEvm(contract.contract),
      value: numberToHex(contract.callValue),
      input: `0x${contract.data}`,
    };
  }
  if (contract?.type === "TransferContract") {
    return {
      from: toEvm(contract.owner),
      to: toEvm(contract.to),
      value: numberToHex(contract.amount),
      input: "0x",
    };
  }
  return { from: null, to: null, value: "0x0", input: "0x" };
}
