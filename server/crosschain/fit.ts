import { inArray } from "drizzle-orm";
import { keccak256 } from "viem";
import { requests } from "@/db/schema";
import type { SeenDeposit } from "@/server/chains/crosschain";
import { totalOf } from "@/server/chains/evm/crosschain/message";
import { readCrosschainMessage } from "@/server/chains/evm/crosschain/read-message";
import { EVM_NETWORK_IDS, EVM_NETWORKS, type EvmNetwork, type NetworkId } from "@/server/chains/networks";
import type { Reader } from "@/server/context";
import { type Token, tokenById, tokensOf } from "@/server/currencies/tokens";

/** A deposit that pays a request, and the networks it goes between. */
export interface FittingDeposit {
  seen: SeenDeposit;
  requestId: string;
  /** What of it reaches the payee, base units of the output token: its message may pay fees to anybody. */
  payeeAmount: bigint;
  source: NetworkId;
  destination: NetworkId;
}

/**
 * Those of these deposits that are what the service would have handed out: through the handler of Across or LI.FI's receiver
 * and the fee proxy of our table, in the request's token and to its payee, of known stablecoins, worth at least a dollar and no less than what is
 * to arrive. Anybody can deposit anything under a reference that is public; what a relayer would not fill, or what is
 * dust, tells a merchant nothing and is not recorded.
 */
export async function fittingDeposits(db: Reader, seen: readonly SeenDeposit[]): Promise<FittingDeposit[]> {
  const candidates = seen.flatMap((deposit) => candidateOf(deposit) ?? []);
  if (candidates.length === 0) return [];
  const rows = await db
    .select({
      id: requests.id,
      topic1: requests.topic1,
      network: requests.network,
      payee: requests.payee,
      paymentCurrency: requests.paymentCurrency,
    })
    .from(requests)
    .where(
      inArray(
        requests.topic1,
        candidates.map(({ topic1 }) => topic1),
      ),
    );
  const byTopic = new Map(rows.map((row) => [row.topic1, row]));
  return candidates.flatMap(({ seen, topic1, payee, payeeAmount, source, destination }) => {
    const request = byTopic.get(topic1);
    const token = request && tokenById(request.paymentCurrency);
    const fits =
      request?.network === destination.id &&
      sameText(request.payee, payee) &&
      sameText(token?.address ?? "", seen.outputToken);
    if (!fits) return [];
    return [{ seen, requestId: request.id, payeeAmount, source: source.id, destination: destination.id }];
  });
}

/** Looks at what costs nothing first; the message is decoded last, and once. */
function candidateOf(seen: SeenDeposit) {
  const [source, destination] = [networkOf(seen.originChainId), networkOf(seen.destinationChainId)];
  if (!source || !destination) return null;
  const input = stablecoinAt(source, seen.inputToken);
  const output = stablecoinAt(destination, seen.outputToken);
  if (!input || !output) return null;
  const { acrossHandler, lifiReceiver, erc20FeeProxy } = destination.contracts;
  const isWorthIt =
    [acrossHandler, lifiReceiver].some((runner) => sameText(seen.recipient, runner?.address ?? "")) &&
    scaled(seen.outputAmount, output) >= ONE_DOLLAR &&
    scaled(seen.inputAmount, input) >= scaled(seen.outputAmount, output);
  const message = isWorthIt ? readCrosschainMessage(seen.message) : null;
  const [payment] = message?.payments ?? [];
  if (!message || !payment) return null;
  const left = seen.outputAmount - totalOf(message.payments);
  const fits =
    // Each contract runs messages of its own form.
    sameText(seen.recipient, destination.contracts[message.runner]?.address ?? "") &&
    sameText(message.proxy, erc20FeeProxy.address) &&
    sameText(message.fallbackRecipient, payment.payee) &&
    sameText(payment.token, seen.outputToken) &&
    left >= 0n;
  if (!fits) return null;
  const topic1 = keccak256(payment.reference);
  return { seen, topic1, payee: payment.payee, payeeAmount: payment.amount + left, source, destination };
}

const SCALE = 18;
const ONE_DOLLAR = 10n ** BigInt(SCALE);

function scaled(amount: bigint, { decimals }: Token): bigint {
  return amount * 10n ** BigInt(SCALE - decimals);
}

function networkOf(chainId: number): EvmNetwork | null {
  const id = EVM_NETWORK_IDS.find((one) => EVM_NETWORKS[one].chainId === chainId);
  return id ? EVM_NETWORKS[id] : null;
}

function stablecoinAt({ id }: EvmNetwork, address: string): Token | null {
  return (
    tokensOf(id).find((token) => token.isStablecoin && token.address && sameText(token.address, address)) ??
    null
  );
}

function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
