import { nativeInUsd } from "@/server/chains/network-fee";
import type { Network } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { checkFields } from "@/server/errors";
import { platformFee } from "@/server/fees/platform-fee";
import { formatAmount } from "@/server/lib/amount";
import { ONE, type Ratio, timesDown } from "@/server/lib/ratio";
import { usdIn } from "@/server/quotes/quote";
import type {
  FeeBreakdownItem,
  PaymentRoute,
  RequestRoutes,
  RoutesQuery,
} from "@/server/requests/paying/calldata-schema";
import { listBridges } from "@/server/requests/paying/crosschain/list-bridges";
import { checkedFee, type Due, dueOf, partToPay, type Quotes, storedFee } from "@/server/requests/paying/due";
import { findPayable, type Payable, refuseToFiat } from "@/server/requests/paying/payable";
import { payerWallet } from "@/server/requests/paying/payer-wallet";
import { planPayment } from "@/server/requests/paying/payment-plan";
import { quotesFor } from "@/server/requests/paying/quoted";
import { chainFor, checkWallet, type Readiness } from "@/server/requests/paying/readiness";

/**
 * The ways in which a wallet can pay a request (RT-01 to RT-05): the direct one where it has the funds, fees
 * included, then the bridges from where it has them. Nothing is left to pay of a settled request, so it has no routes.
 */
export async function listRoutes(ctx: Ctx, requestId: string, query: RoutesQuery): Promise<RequestRoutes> {
  const payable = await findPayable(ctx, requestId);
  refuseToFiat(payable);
  const chain = chainFor(ctx, payable.token.network);
  const isSettled = payable.remaining === 0n;
  const { wallet, fee, amount } = checkFields({
    wallet: () => payerWallet(chain.network.family, query.wallet),
    fee: () => checkedFee(platformFee(ctx.caller, query) ?? storedFee(payable), [payable.token]),
    amount: () => (isSettled ? 0n : partToPay(payable, query.amount)),
  });
  if (isSettled) return { routes: [] };

  const quotes = await quotesFor(ctx, [{ payable, amount }], wallet);
  const due = dueOf(payable, amount, fee, ctx.config.protocolFee.capUsd, quotes);
  const [{ funding }, bridges] = await Promise.all([
    checkWallet(chain, planPayment(chain.network, due), wallet),
    chain.network.family === "evm" ? listBridges(ctx, due, wallet) : [],
  ]);
  const platform = fee ? { platformFee: fee } : {};
  if (!funding?.hasEnoughBalance) return { routes: bridges, ...(bridges.length > 0 ? platform : {}) };
  const provider = ctx.config.wire.network;
  const usd = usdOf(payable, quotes);
  return {
    routes: [
      {
        id: directRouteId(provider),
        ...wholeFee(due, usd),
        feeBreakdown: [...feeBreakdown(due, provider, usd), ...gasLines(chain.network, funding)],
        speed: "FAST",
        price_impact: 0,
        chain: chainName(chain.network),
        token: payable.token.symbol,
      },
      ...bridges,
    ],
    ...platform,
  };
}

/** Everything on top of a payment as a share of it (RT-02). Gas is none: nobody but the network has it. */
function wholeFee(due: Due, usd: Ratio | null): Pick<PaymentRoute, "fee" | "feeInUSD"> {
  const total = feesOf(due).reduce((sum, { amount }) => sum + amount, 0n);
  const share = formatAmount((total * 10n ** SHARE_DECIMALS) / due.amount, Number(SHARE_DECIMALS));
  return {
    fee: Number(share),
    ...(usd ? { feeInUSD: inUsd(total, due.token, usd) } : {}),
  };
}

/** What a unit of the token is worth: by the quote of a converted request, else a dollar of a stablecoin. */
function usdOf({ row, token }: Payable, quotes: Quotes): Ratio | null {
  const quote = quotes.get(row.id);
  if (quote) return usdIn(quote, token.symbol);
  return token.isStablecoin ? ONE : null;
}

/** As exact as the token, rounded down. */
function inUsd(amount: bigint, { decimals }: Token, usd: Ratio): string {
  return formatAmount(timesDown(amount, usd), decimals);
}

/** More than a JSON number keeps. */
const SHARE_DECIMALS = 18n;

function feesOf({ platform, protocol, legs }: Due): { type: FeeType; address: string; amount: bigint }[] {
  return [
    ...(protocol ? [{ type: "protocol" as const, ...protocol }] : []),
    ...(platform ? [{ type: "platform" as const, ...platform }] : []),
    ...legs,
  ];
}

type FeeType = Due["legs"][number]["type"];

/** The direct route under the service's name on the wire: `service-network` is `SERVICE_NETWORK_PAYMENT` (RT-03). */
function directRouteId(wireNetwork: string): string {
  return `${wireNetwork.replaceAll("-", "_").toUpperCase()}_PAYMENT`;
}

/** Source-chain key, or the network ID in the same form where there is none. */
function chainName(network: Network): string {
  return network.sourceChain ?? network.id.replaceAll("-", "_").toUpperCase();
}

/** What the network takes from the payer, where its worth is known (TR-07); no part of the payment. */
function gasLines(
  { id, name, native }: Network,
  { gasCost, nativePriceUsd }: NonNullable<Readiness["funding"]>,
): FeeBreakdownItem[] {
  if (nativePriceUsd === null) return [];
  const burned = gasCost.approvals + gasCost.payment;
  return [
    {
      type: "gas",
      stage: "sending",
      provider: name,
      amount: formatAmount(burned, native.decimals),
      amountInUSD: nativeInUsd(burned, native.decimals, nativePriceUsd),
      currency: native.symbol,
      network: id,
    },
  ];
}

/** Fees on top of the payment; the proxy pays them along (RT-05, PF-08). */
function feeBreakdown(due: Due, provider: string, usd: Ratio | null): FeeBreakdownItem[] {
  const { token } = due;
  return feesOf(due).map((fee) => {
    const amount = formatAmount(fee.amount, token.decimals);
    return {
      type: fee.type,
      stage: "proxying",
      provider,
      amount,
      ...(usd ? { amountInUSD: inUsd(fee.amount, token, usd) } : {}),
      currency: token.symbol,
      receiverAddress: fee.address,
      network: token.network,
    };
  });
}
