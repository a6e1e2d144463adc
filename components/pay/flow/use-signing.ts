"use client";

import { useCallback } from "react";
import { readState } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { broadcast, endOf, RelayRefused } from "@/components/pay/api/relay";
import { lastLook } from "@/components/pay/chain/tron-chain";
import { announce } from "@/components/pay/flow/announce";
import type { FlowEvent } from "@/components/pay/flow/flow-event";
import { announcedIn, asksForPayment } from "@/components/pay/flow/flow-facts";
import type { Flow, Sent, SigningPlan } from "@/components/pay/flow/flow-state";
import { rememberedPayment, rememberPayment } from "@/components/pay/flow/remembered";
import { track } from "@/components/pay/flow/telemetry";
import { isNothingUnderWay } from "@/components/pay/flow/under-way";
import type { Step } from "@/components/pay/safety/comparison";
import { isPriceOver } from "@/components/pay/safety/crosschain/price";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import { type Wallet, WalletError } from "@/wallet/wallet";

/** Hands the next verified transaction of the plan, or all of them at once, to the wallet. */
export function useSigning(
  context: PageContext,
  latest: { readonly current: Flow },
  wallet: { readonly current: Wallet | null },
  dispatch: (event: FlowEvent) => void,
): () => Promise<void> {
  return useCallback(async () => {
    const flow = latest.current;
    const signer = wallet.current;
    if (flow.step !== "review" || !signer || !flow.payer) return;
    const { plan, epoch, payer } = flow;
    const next = plan.steps[plan.at];
    if (!next || signer.address !== payer.address) return;
    if (plan.price && isPriceOver(plan.price)) return dispatch({ type: "requote" });
    const isPayment = asksForPayment(plan);
    dispatch({ type: "sign" });
    try {
      if (isPayment) {
        const elsewhere = rememberedPayment(context.token);
        if (elsewhere) return dispatch({ type: "sent", sent: elsewhere, asked: epoch });
        if (flow.unanswered.length > 0 && !(await isNothingUnderWay(context, flow, payer))) {
          return dispatch({ type: "failed", epoch, trouble: { code: "maybe_sent" } });
        }
        // Somebody else may have paid since this was put together.
        const page = await readState(context, payer.address).catch(() => null);
        // Another account, network or tab came in between: what was pressed then is not meant now.
        if (latest.current.epoch !== epoch || latest.current.step !== "signing") {
          return dispatch({ type: "declined", asked: epoch });
        }
        // A promised rate may have ended, and only the server's clock tells.
        if (!page && plan.shown.quote) {
          return dispatch({ type: "failed", epoch, trouble: { code: "unreachable" } });
        }
        if (page && !isAsSeen(page, flow, plan)) {
          dispatch({ type: "failed", epoch, trouble: { code: "payment_changed" } });
          dispatch({ type: "read", epoch, page });
          return;
        }
        dispatch({ type: "hand_over", epoch });
        track(context, "payment_sent_to_wallet", payer, signer.name);
      }
      const isStillWanted = () => !latest.current.unanswered.includes(epoch);
      const handed = await handOver(context, signer, plan, next, isStillWanted);
      if (!isPayment && handed.hash !== null) {
        return dispatch({ type: "allowed", epoch, hash: handed.hash, unsent: handed.unsent });
      }
      const nonce = handed.unsent && lastLook(handed.unsent);
      // A deposit pays on another chain: nothing of it is in its own transaction.
      const reference = plan.price ? null : (plan.shown.legs[0]?.reference ?? null);
      const sent: Sent = {
        ...handed,
        reference,
        wallet: payer.address,
        from: plan.price?.network ?? null,
        nonce,
        isMined: false,
        at: Date.now(),
      };
      rememberPayment(context.token, sent);
      dispatch({ type: "sent", sent, asked: epoch });
      track(context, "payment_approved_in_wallet", payer, signer.name);
      announce(context, flow, sent);
    } catch (error) {
      dispatch(walletFailure(epoch, error));
      const isNo =
        error instanceof RelayRefused || (error instanceof WalletError && error.code === "rejected");
      if (isNo) dispatch({ type: "declined", asked: epoch });
    }
  }, [context, latest, wallet, dispatch]);
}

/** What a wallet's error means for the step the payer is in. */
export function walletFailure(epoch: number, error: unknown): FlowEvent {
  if (error instanceof RelayRefused) return { type: "failed", epoch, trouble: { code: "not_relayed" } };
  const reason = error instanceof WalletError ? error.code : "failed";
  return { type: "failed", epoch, trouble: { code: "wallet", reason } };
}

/**
 * What a wallet has signed for Tron is sent from here, and only while it is still wanted: what the payer has turned away
 * from since is not. Throws `WalletError` and `RelayRefused`.
 */
async function handOver(
  context: PageContext,
  signer: Wallet,
  { batch, safe }: SigningPlan,
  { transaction }: Step,
  isStillWanted: () => boolean,
): Promise<Pick<Sent, "hash" | "batch" | "isSafe" | "unsent">> {
  if (batch) {
    if (!signer.batches) throw new WalletError("no_batch", "this wallet knows no batches");
    const id = await signer.batches.send(batch);
    // What its owners sign has the length of a hash; anything else is the wallet's own ID.
    return { hash: null, batch: id, isSafe: safe !== null && id.length === 66, unsent: null };
  }
  const sending: Pick<Sent, "unsent"> = { unsent: null };
  const hash = await signer.send(transaction, async (signed) => {
    if (!isStillWanted()) throw new RelayRefused("signed after the payer had begun anew");
    const relayed = await broadcast(context, signed);
    const until = endOf(signed);
    if (!relayed.isTaken && until !== null) sending.unsent = { signed, until };
    return relayed;
  });
  return { ...sending, hash, batch: null, isSafe: false };
}

/**
 * Whether this is still the payment that was planned, and nobody has said of it that they have paid since. Anybody can
 * say so: who has been told once and presses again is not stopped again.
 */
function isAsSeen(page: PageState, { page: seen, trouble }: Flow, { shown }: SigningPlan): boolean {
  if (!("shown" in page) || JSON.stringify(page.shown) !== JSON.stringify(shown)) return false;
  const known = announcedIn(seen);
  return trouble?.code === "payment_changed" || announcedIn(page).every((hash) => known.includes(hash));
}
