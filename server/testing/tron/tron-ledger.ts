import type { AccountName } from "@/server/chains/development-accounts";
import { NETWORKS } from "@/server/chains/networks";
import { TronAdapter, type TronSettings } from "@/server/chains/tron/adapter";
import { tokenById } from "@/server/currencies/tokens";
import { parseAmount } from "@/server/lib/amount";
import type { RequestRow } from "@/server/requests/draft";
import { type LedgerOptions, type OpenLedger, openLedger } from "@/server/testing/ledger";
import type { TestCall, TestTron } from "@/server/testing/tron/tron";

const MOST = 2n ** 256n - 1n;
const NOBODY = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb";

export interface TronLedger extends OpenLedger {
  /** Pays through the real proxy; the transaction ID with `0x`. Human-readable amount of the request's token. */
  pay(request: RequestRow, amount: string, options?: TronPayOptions): Promise<string>;
}

export interface TronPayOptions {
  from?: AccountName;
  to?: string;
  token?: string;
  /** Sun. */
  feeLimit?: number;
}

/** A ledger over a local Tron node, with its own database. */
export async function startTronLedger(
  node: TestTron,
  settings: Partial<TronSettings> = {},
  options: LedgerOptions = {},
): Promise<TronLedger> {
  const chain = new TronAdapter(NETWORKS.tron, { rpcUrls: [node.url], startBlock: 0, ...settings });
  const height = async () => BigInt(node.control.status().head);
  const ledger = await openLedger({ chain, payee: node.accounts.recipient.tronAddress, height }, options);
  const allowed = new Set<string>();
  return {
    ...ledger,
    pay: async (request, amount, pay = {}) => {
      const { from = "payer", feeLimit } = pay;
      const token = tokenById(request.paymentCurrency);
      if (!token?.address) throw new Error(`no token ${request.paymentCurrency}`);
      const contract = pay.token ?? token.address;
      if (!allowed.has(`${from}:${contract}`)) {
        await node.send(from, allowance(contract, node.feeProxy));
        allowed.add(`${from}:${contract}`);
      }
      const call = payment(node, request, contract, parseAmount(amount, token.decimals), pay.to);
      return `0x${await node.send(from, feeLimit === undefined ? call : { ...call, feeLimit })}`;
    },
  };
}

/** Lets `spender` take everything. */
export function allowance(contract: string, spender: string): TestCall {
  const parameters = [
    { type: "address", value: spender },
    { type: "uint256", value: MOST },
  ];
  return { contract, signature: "approve(address,uint256)", parameters };
}

function payment(node: TestTron, request: RequestRow, token: string, units: bigint, to?: string): TestCall {
  return {
    contract: node.feeProxy,
    signature: "transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)",
    parameters: [
      { type: "address", value: token },
      { type: "address", value: to ?? request.payee },
      { type: "uint256", value: units },
      { type: "bytes", value: request.paymentReference },
      { type: "uint256", value: 0n },
      { type: "address", value: NOBODY },
    ],
  };
}
