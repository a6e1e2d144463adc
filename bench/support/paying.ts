import { encodeFunctionData, type Hex, maxUint256 } from "viem";
import { erc20Abi } from "@/contracts/abis";
import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { Call } from "@/server/chains/evm/calldata";
import { approval, erc20Payment } from "@/server/chains/evm/calldata";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { inTransaction } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { draftRequest, type RequestRow } from "@/server/requests/draft";
import { insertRequests } from "@/server/requests/insert";
import type { TestChain } from "@/server/testing/evm/chain";

/** Base units of every benchmarked payment: 4 USDC. */
export const AMOUNT = 4_000_000n;

const CHUNK = 1_000;

export function usdcOf(network: EvmNetworkId): Token & { address: Hex } {
  const token = tokenById(`USDC-${network}`);
  if (!token?.address) throw new Error(`no USDC on ${network}`);
  return { ...token, address: `0x${token.address.slice(2)}` };
}

/** Stores so many requests for `AMOUNT`, payable on the test chain's network. */
export async function storeRequests(
  app: App,
  node: TestChain,
  platformId: string,
  count: number,
): Promise<RequestRow[]> {
  const facts = {
    kind: "request" as const,
    token: usdcOf(node.network),
    payee: node.accounts.recipient.address,
    payer: null,
    amount: AMOUNT,
  };
  const context = { caller: systemCaller(platformId), config: app.config, now: app.now };
  const drafts = Array.from({ length: count }, () => draftRequest(context, facts));
  for (let i = 0; i < drafts.length; i += CHUNK) {
    await inTransaction(app.context(systemCaller("")), (tx) =>
      insertRequests(tx, drafts.slice(i, i + CHUNK)),
    );
  }
  return drafts.map((draft) => draft.row);
}

/** Lets the fee proxy take the payer's USDC, without end. */
export async function allowProxy(node: TestChain): Promise<void> {
  const { address } = EVM_NETWORKS[node.network].contracts.erc20FeeProxy;
  await submit(node, approval(usdcOf(node.network).address, address, maxUint256));
  await node.mine();
}

/** Hands the payment of a request to the node, which mines it when it mines. */
export function submitPayment(node: TestChain, request: RequestRow): Promise<void> {
  const call = erc20Payment(EVM_NETWORKS[node.network].contracts.erc20FeeProxy.address, {
    token: usdcOf(node.network).address,
    payee: node.accounts.recipient.address,
    amount: AMOUNT,
    reference: `0x${request.paymentReference.slice(2)}`,
    fee: null,
  });
  return submit(node, call);
}

/** Hands a plain transfer of base units to the node, which mines it when it mines. */
export function submitTransfer(node: TestChain, to: Hex, units: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, units] });
  return submit(node, { to: usdcOf(node.network).address, data });
}

/** The node knows the development keys and signs. */
async function submit(node: TestChain, { to, data }: Pick<Call, "to" | "data">): Promise<void> {
  await node.rpc("eth_sendTransaction", { from: node.accounts.payer.address, to, data, gas: "0x61a80" });
}
