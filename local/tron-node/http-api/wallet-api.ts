import { z } from "zod";
import { printParameters } from "@/local/tron-node/chain/parameters";
import { type ChainState, headOf, type View } from "@/local/tron-node/chain/state";
import {
  getAccount,
  getAccountNet,
  getAccountResource,
  validateAddress,
} from "@/local/tron-node/http-api/accounts-api";
import {
  getBlock,
  getBlockById,
  getBlockByNumber,
  getBlockRange,
  getTransactionById,
  getTransactionInfoByBlock,
  getTransactionInfoById,
  printBlock,
} from "@/local/tron-node/http-api/blocks-api";
import { broadcastHex, broadcastTransaction } from "@/local/tron-node/http-api/broadcast-api";
import {
  estimateEnergy,
  triggerConstantContract,
  triggerSmartContract,
} from "@/local/tron-node/http-api/calls";
import { getContract } from "@/local/tron-node/http-api/contracts-api";
import { createTransfer } from "@/local/tron-node/http-api/create-transfer";
import { transactionToJson } from "@/local/tron-node/http-api/transaction-json";

/** One call of the HTTP API: its body or query, and whether addresses are Base58Check. */
export interface WalletCall {
  state: ChainState;
  view: View;
  body: unknown;
  visible: boolean;
}

type Handler = (call: WalletCall) => unknown;

/** Served under `wallet/` and `walletsolidity/`. */
const BOTH: Record<string, Handler> = {
  getnowblock: ({ state, view, visible }) => printBlock(headOf(state, view), visible),
  getblock: ({ state, view, body }) => getBlock(state, view, body),
  getblockbynum: ({ state, view, body, visible }) => getBlockByNumber(state, view, body, visible),
  getblockbyid: ({ state, view, body, visible }) => getBlockById(state, view, body, visible),
  getblockbylimitnext: ({ state, view, body, visible }) => getBlockRange(state, view, body, visible),
  gettransactionbyid: ({ state, view, body, visible }) => getTransactionById(state, view, body, visible),
  gettransactioninfobyid: ({ state, view, body, visible }) =>
    getTransactionInfoById(state, view, body, visible),
  gettransactioninfobyblocknum: ({ state, view, body, visible }) =>
    getTransactionInfoByBlock(state, view, body, visible),
  getaccount: ({ state, view, body, visible }) => getAccount(state, view, body, visible),
  triggerconstantcontract: ({ state, view, body }) => triggerConstantContract(state, view, body),
  estimateenergy: ({ state, view, body }) => estimateEnergy(state, view, body),
  getenergyprices: ({ state }) => ({ prices: `0:${state.parameters.energyFee}` }),
  getbandwidthprices: ({ state }) => ({ prices: `0:${state.parameters.transactionFee}` }),
};

/** Served under `wallet/` only. */
const FULL_ONLY: Record<string, Handler> = {
  getaccountresource: ({ state, body, visible }) => getAccountResource(state, body, visible),
  getaccountnet: ({ state, body, visible }) => getAccountNet(state, body, visible),
  getchainparameters: ({ state }) => printParameters(state.parameters),
  getcontract: ({ state, body, visible }) => getContract(state, body, visible),
  validateaddress: ({ body }) => validateAddress(body),
  triggersmartcontract: ({ state, body }) => triggerSmartContract(state, body),
  createtransaction: ({ state, body }) => createTransfer(state, body),
  broadcasttransaction: ({ state, body }) => broadcastTransaction(state, body),
  broadcasthex: ({ state, body }) => broadcastHex(state, body),
  gettransactionfrompending: ({ state, body, visible }) => pending(state, body, visible),
  gettransactionlistfrompending: ({ state }) => ({ txId: [...state.pending.keys()] }),
  getpendingsize: ({ state }) => ({ pendingSize: state.pending.size }),
  listnodes: () => ({}),
  getnodeinfo: ({ state }) => nodeInfo(state),
};

/** The handler of `wallet/<name>` or `walletsolidity/<name>`; names are lower case on a real node as well. */
export function walletHandler(view: View, name: string): Handler | undefined {
  if (Object.hasOwn(BOTH, name)) return BOTH[name];
  return view === "full" && Object.hasOwn(FULL_ONLY, name) ? FULL_ONLY[name] : undefined;
}

function pending(state: ChainState, body: unknown, visible: boolean) {
  const { value } = z.object({ value: z.string().default("") }).parse(body);
  const transaction = state.pending.get(value.toLowerCase());
  return transaction ? transactionToJson(transaction, visible) : {};
}

function nodeInfo(state: ChainState) {
  const [head, solid] = [headOf(state, "full"), headOf(state, "solid")];
  return {
    beginSyncNum: head.number,
    block: `Num:${head.number},ID:${head.id}`,
    solidityBlock: `Num:${solid.number},ID:${solid.id}`,
    currentConnectCount: 0,
    activeConnectCount: 0,
    configNodeInfo: { codeVersion: "4.8.1", p2pVersion: "11111", supportConstant: true },
  };
}
