import type { Ctx } from "@/server/context";
import type { Token } from "@/server/currencies/tokens";
import { BankAccountData, openData, PayerData } from "@/server/payers/sealed-data";
import { sumsOf } from "@/server/payments/counting/sums";
import { paymentToken } from "@/server/payments/searching/describe";
import { seenOnChain } from "@/server/requests/offramps/current";
import { offrampOf } from "@/server/requests/offramps/describe";
import type { Offramp } from "@/server/requests/offramps/schema";
import type { Link } from "@/server/secure-payments/link";
import type { BankStage, PageBank } from "@/server/secure-payments/offramp/bank-schema";
import { type OfframpParties, offrampPartiesOf } from "@/server/secure-payments/offramp/parties";
import { offrampStageOf } from "@/server/secure-payments/offramp/stage";

/** What the payer page is told of a link to a bank account. */
export interface ToBank {
  bank: PageBank;
  /** Null where the link is in a state that every link has. */
  stage: BankStage | null;
  checkUrl: string | null;
}

/** Null for a link whose money stays on chain. Of the person only what the payer has to recognise. */
export async function toBankOf(ctx: Ctx, link: Link, wallet: string | undefined): Promise<ToBank | null> {
  const parties = await offrampPartiesOf(ctx, link);
  const [request] = link.requests;
  if (!parties || !request) return null;
  const paid = (await sumsOf(ctx, [request.id]))(request.id).counted;
  const { offramp } = parties;
  const seen = offramp ? await seenOnChain(ctx, request, offramp, paid) : "nothing";
  const stage = offrampStageOf(parties, { seen, wallet });
  return {
    bank: bankOf(ctx, parties, { terms: await offrampOf(ctx, request), token: paymentToken(request) }),
    stage,
    checkUrl: checkUrl(ctx, parties, stage),
  };
}

function bankOf(
  { config }: Pick<Ctx, "config">,
  { account, offramp }: OfframpParties,
  { terms, token }: { terms: Offramp | null; token: Token },
): PageBank {
  const isKnown = account !== null && account.sealed !== null;
  const data = isKnown ? openData(config, { kind: "bank account", ...account }, BankAccountData) : null;
  return {
    bankName: data?.bankName ?? null,
    account: data?.accountNumber ?? null,
    currency: terms?.destinationCurrency ?? account?.currency ?? null,
    receives: terms?.destinationAmount ?? null,
    isEstimate: terms?.isEstimate ?? true,
    rate: terms?.rate ?? null,
    fees: terms?.fees.map(({ type, amount }) => ({ type, amount })) ?? [],
    symbol: token.symbol,
    returnsTo: terms?.returnAddress ?? null,
    isDelivered: offramp?.status === "fiat_sent",
  };
}

/** The provider's own page, for the check that the payer has to pass now. */
function checkUrl(
  { config }: Pick<Ctx, "config">,
  { payer }: OfframpParties,
  stage: BankStage | null,
): string | null {
  const isIdentity = stage === "identity" || stage === "identity_rejected";
  const isAgreement = stage === "agreement" || stage === "agreement_rejected";
  if ((!isIdentity && !isAgreement) || payer.sealed === null) return null;
  const { kycUrl, agreementUrl } = openData(config, { kind: "payer", ...payer }, PayerData);
  return (isIdentity ? kycUrl : agreementUrl) ?? null;
}
