import type { ChainAdapter } from "@/server/chains/adapter";
import { parseAddress } from "@/server/chains/address";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { type CollectingCall, collectingCall, MAX_COLLECTED } from "@/server/chains/deposit-collection";
import { nativeInUsd, networkFees } from "@/server/chains/network-fee";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import { walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx } from "@/server/context";
import { forPayee, tokenOfRow } from "@/server/dashboard/deposits/list";
import type { CollectBody, CollectionPrepared, LeftOutDeposit } from "@/server/dashboard/deposits/schema";
import { ANYBODY, tryCollecting } from "@/server/dashboard/deposits/trial";
import { type WaitingRow, waitingDeposits } from "@/server/dashboard/deposits/waiting";
import { ApiError } from "@/server/errors";
import { formatAmount } from "@/server/lib/amount";
import { type DepositAddressRow, termsOf } from "@/server/payments/deposit-addresses/address-row";
import { readAddresses } from "@/server/payments/deposit-addresses/keep-address";
import { transactionOf } from "@/server/requests/paying/calldata-answer";
import { termsOnWire } from "@/server/requests/paying/deposit/terms-on-wire";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { chainFor, chainUnavailable } from "@/server/requests/paying/readiness";
import { requireSafe, safeTransactionOf } from "@/server/requests/paying/safe-payer";

/** The most addresses of one currency that the chain is asked about, where it refuses those that come first. */
const MAX_TRIED = 3 * MAX_COLLECTED;

/** An address that will be collected from, or might be. */
interface Candidate {
  waiting: WaitingRow;
  stored: DepositAddressRow;
}

/**
 * Prepares the one transaction that collects what waits at deposit addresses of the caller on a network. Writes nothing:
 * the chain alone says what was collected. Throws 404 `not_found` for an address that is not the caller's, 400 for a wallet
 * that cannot send it, and 503 `chain_unavailable`.
 */
export async function prepareCollection(ctx: Ctx, body: CollectBody): Promise<CollectionPrepared> {
  const { network } = body;
  const chain = chainFor(ctx, network);
  const wallet = body.wallet === undefined ? null : payerWallet(chain.network.family, body.wallet);
  try {
    const safe = wallet !== null && body.isSafe ? await requireSafe(chain, wallet) : null;
    const { taken, leftOut } = await choose(ctx, chain, await candidatesOf(ctx, body));
    const answer = {
      network,
      deposits: taken.map(describe),
      leftOut,
    };
    const terms = taken.map(({ stored }) => termsOf(stored, network));
    if (terms.length === 0) return { ...answer, transactions: [], metadata: noMetadata(network) };
    const collecting = collectingCall(chain.network, terms);
    const metadata = await metadataOf(chain, collecting, wallet);
    const transactions = [transactionOf(chain.network)(collecting.call)];
    if (wallet === null || safe === null) return { ...answer, transactions, metadata };
    return {
      ...answer,
      transactions,
      // Whoever executes it pays the gas of a Safe's transaction (MS-01).
      metadata: { ...metadata, hasEnoughGas: true },
      safeTransaction: safeTransactionOf(chain, wallet, safe, [collecting.call]),
    };
  } catch (error) {
    if (error instanceof ChainError) throw chainUnavailable(network, error);
    throw error;
  }
}

/** The addresses that are asked for, or all of the network, the oldest money first. Throws 404. */
async function candidatesOf(ctx: Ctx, { network, addresses }: CollectBody): Promise<Candidate[]> {
  const asked = addresses && [...new Set(addresses.map((text) => storedAddress(network, text)))];
  const rows = await waitingDeposits(ctx, {
    network,
    limit: MAX_TRIED,
    ...(asked ? { addresses: asked } : {}),
  });
  if (asked && rows.length < asked.length) throw noSuchAddress();
  const stored = await readAddresses(
    ctx.db,
    network,
    rows.map(({ address }) => address),
  );
  const byAddress = new Map(stored.map((row) => [row.address, row]));
  return rows
    .toSorted((a, b) => (a.since?.getTime() ?? 0) - (b.since?.getTime() ?? 0))
    .flatMap((waiting) => {
      const row = byAddress.get(waiting.address);
      return row ? [{ waiting, stored: row }] : [];
    });
}

function storedAddress(network: NetworkId, text: string): string {
  const { family } = NETWORKS[network];
  if (!parseAddress(family, text).ok) throw noSuchAddress();
  return payerWallet(family, text, "addresses").toLowerCase();
}

/** Of another account as of nobody: who asks is not told which of the two. */
function noSuchAddress(): ApiError {
  return new ApiError("not_found", "One of these is no deposit address of this account on this network");
}

interface Chosen {
  taken: Candidate[];
  leftOut: LeftOutDeposit[];
}

/** Those that the chain collects from now, at most as many as fit into a transaction. Throws `ChainError`. */
async function choose(ctx: Ctx, chain: ChainAdapter, candidates: readonly Candidate[]): Promise<Chosen> {
  const taken: Candidate[] = [];
  const leftOut: LeftOutDeposit[] = [];
  const leaveOut = ({ waiting }: Candidate, reason: LeftOutDeposit["reason"]) =>
    leftOut.push({
      address: walletText(waiting.network, waiting.address),
      requestId: waiting.requestId.slice(2),
      reason,
    });
  const believed: Candidate[] = [];
  for (const one of candidates) {
    if (one.waiting.waits === 0n) leaveOut(one, "nothing_waits");
    else if (one.waiting.settled === 0n) leaveOut(one, "not_confirmed");
    else believed.push(one);
  }
  for (let next = 0; next < believed.length && taken.length < MAX_COLLECTED; ) {
    const some = believed.slice(next, next + MAX_COLLECTED - taken.length);
    next += some.length;
    const refused = await tryCollecting(
      chain,
      some.map(({ stored }) => stored),
    );
    for (const one of some) {
      const reason = refused.get(one.stored.address);
      if (reason === undefined) taken.push(one);
      else leaveOut(one, reason);
    }
  }
  if (leftOut.length > 0)
    ctx.log.info({ network: chain.network.id, leftOut: leftOut.length }, "deposits left out");
  return { taken, leftOut };
}

function describe({ waiting, stored }: Candidate): CollectionPrepared["deposits"][number] {
  const { id, symbol, network, decimals } = tokenOfRow(waiting);
  return {
    address: walletText(network, waiting.address),
    requestId: waiting.requestId.slice(2),
    currency: symbol,
    currencyId: id,
    amount: formatAmount(waiting.waits, decimals),
    payeeAmount: formatAmount(forPayee(waiting), decimals),
    terms: termsOnWire(termsOf(stored, network)),
  };
}

type Metadata = CollectionPrepared["metadata"];

function noMetadata(network: NetworkId): Metadata {
  return {
    estimatedNetworkFee: null,
    networkFeeCurrency: NETWORKS[network].native.symbol,
    estimatedNetworkFeeUsd: null,
    hasEnoughGas: null,
    feeLimit: null,
  };
}

/** What the transaction costs whoever sends it. Throws `ChainError`. */
async function metadataOf(
  chain: ChainAdapter,
  { call, gas, feeLimit }: CollectingCall,
  wallet: Hex | null,
): Promise<Metadata> {
  const { native } = chain.network;
  const [funds, estimate] = await Promise.all([
    chain.funds({ wallet: wallet ?? ANYBODY, token: null, spender: null }),
    chain.estimateGas?.(wallet ?? ANYBODY, call) ?? null,
  ]);
  const work = { gas: estimate ?? gas, bytes: paymentCalls(chain.network).bytesOf(call) };
  const resources = wallet === null ? null : funds.resources;
  const [fee = 0n] = networkFees({ gasPrice: funds.gasPrice, resources }, [work]);
  return {
    estimatedNetworkFee: formatAmount(fee, native.decimals),
    networkFeeCurrency: native.symbol,
    estimatedNetworkFeeUsd:
      chain.nativePriceUsd === null ? null : nativeInUsd(fee, native.decimals, chain.nativePriceUsd),
    hasEnoughGas: wallet === null ? null : funds.native >= fee,
    feeLimit: feeLimit === null ? null : String(feeLimit),
  };
}
