"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer } from "react";
import { poll } from "@/components/pay/api/poll";
import { RelayRefused } from "@/components/pay/api/relay";
import { fateOf } from "@/components/pay/chain/chain";
import { safeAt } from "@/components/pay/chain/safe";
import {
  type AskedRefund,
  approvedRefundProblem,
  compareRefund,
  differenceFromAsked,
} from "@/components/pay/safety/refund/compare-refund";
import type { NetworkId } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { Refund, RefundPrepared } from "@/server/requests/refunds/schema";
import { type Wallet, WalletError } from "@/wallet/wallet";
import { messageOf } from "../../api/api-failure";
import { useDashboardConfig } from "../../config";
import { useMerchant } from "../../session/merchant";
import {
  CLOSED,
  isBusy,
  nextRefundFlow,
  type RefundFlow,
  type RefundTrouble,
  type SentRefund,
} from "./refund-flow";
import { NotApproved, refundRelay, sendRefund } from "./send-refund";
import { refundsPath, useRefunds } from "./use-refunds";

const LOOK_MS = 1_000;

/** A merchant's way from how much goes back to whom, to what the chain has of it. */
export function useRefunding(requestId: string) {
  const { api } = useMerchant();
  const { authBase } = useDashboardConfig();
  const queryClient = useQueryClient();
  const [flow, dispatch] = useReducer(nextRefundFlow, CLOSED);
  const list = useRefunds(requestId, flow.step === "sent");
  const path = refundsPath(requestId);

  const ask = useCallback(
    async (asked: AskedRefund) => {
      dispatch({ type: "ask" });
      try {
        const body = { amount: asked.amount, receiver: asked.receiver };
        const answer = await api<RefundPrepared>("POST", path, { body });
        dispatch({ type: "prepared", refund: answer.refund, problem: differenceFromAsked(asked, answer) });
        await queryClient.invalidateQueries();
      } catch (error) {
        dispatch({ type: "unanswered", trouble: { code: "said", message: messageOf(error) } });
      }
    },
    [api, path, queryClient],
  );

  const send = useCallback(
    async (wallet: Wallet, network: NetworkId) => {
      if (flow.step !== "review") return;
      const { refund } = flow;
      dispatch({ type: "check" });
      let isSafe: boolean;
      let comparison: ReturnType<typeof compareRefund>;
      try {
        isSafe = (await safeAt(network, wallet.address)) !== null;
        const query = `wallet=${encodeURIComponent(wallet.address)}${isSafe ? "&isSafe=true" : ""}`;
        const answer = await api<RefundPrepared>("GET", `${path}/${refund.refundId}?${query}`);
        const signer = { family: wallet.family, address: wallet.address };
        const problem = await approvedRefundProblem(refund);
        comparison = problem ? { ok: false, problem } : compareRefund(refund, answer, signer);
      } catch (error) {
        return dispatch({ type: "unanswered", trouble: { code: "said", message: messageOf(error) } });
      }
      dispatch({ type: "compared", comparison });
      if (!comparison.ok) return;
      try {
        const sent = await sendRefund(wallet, network, comparison, {
          isSafe,
          relay: refundRelay(authBase, { requestId, refundId: refund.refundId }),
          progress: {
            approving: () => dispatch({ type: "approving" }),
            approved: () => dispatch({ type: "approved" }),
          },
        });
        dispatch({ type: "sent", sent });
      } catch (error) {
        dispatch({ type: "declined", trouble: troubleOf(error, wallet) });
      }
    },
    [flow, api, path, authBase, requestId],
  );

  const open = useCallback(() => dispatch({ type: "open" }), []);
  const resume = useCallback((refund: Refund) => dispatch({ type: "resume", refund }), []);
  const close = useCallback(() => dispatch({ type: "close" }), []);
  const leave = useCallback(() => dispatch({ type: "leave" }), []);

  useFate(flow, list.data?.currency, dispatch);
  useEffect(() => {
    if (flow.step !== "sent") return;
    const own = list.data?.refunds.find(({ refundId }) => refundId === flow.refund.refundId);
    if (own?.state === "seen" || own?.state === "confirmed") dispatch({ type: "arrived" });
  }, [flow, list.data]);
  return { flow, isBusy: isBusy(flow), list, open, resume, close, leave, ask, send };
}

function troubleOf(error: unknown, wallet: Wallet): RefundTrouble {
  if (error instanceof RelayRefused) return { code: "not_relayed" };
  if (error instanceof NotApproved) return { code: "not_approved" };
  return { code: "wallet", reason: error instanceof WalletError ? error.code : "failed", name: wallet.name };
}

/** Asks the node what became of a refund. One that a Safe proposed has no hash until its owners have signed. */
function useFate(
  flow: RefundFlow,
  currency: string | undefined,
  dispatch: (event: { type: "undone"; why: "reverted" | "dropped" }) => void,
): void {
  const sent: SentRefund | null = flow.step === "sent" ? flow.sent : null;
  const reference = flow.step === "sent" ? flow.refund.paymentReference : null;
  const hash = sent?.hash ?? null;
  const wallet = sent?.wallet ?? "";
  const network = tokenById(currency ?? "")?.network ?? null;
  useEffect(() => {
    if (hash === null || network === null) return;
    const ended = new AbortController();
    let nonce: number | null = null;
    const look = async () => {
      const seen = await fateOf(network, { hash, wallet, nonce, reference });
      nonce = seen.nonce;
      if (seen.fate === "pending" || ended.signal.aborted) return;
      ended.abort();
      if (seen.fate === "reverted" || seen.fate === "unpaid") dispatch({ type: "undone", why: "reverted" });
      if (seen.fate === "dropped") dispatch({ type: "undone", why: "dropped" });
      // Mined, or sped up in the wallet under another hash: the service sees what it did.
    };
    void look().catch(() => {});
    void poll(look, LOOK_MS, ended.signal);
    return () => ended.abort();
  }, [network, hash, wallet, reference, dispatch]);
}
