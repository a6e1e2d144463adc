"use client";

import { useCallback, useEffect, useReducer, useRef } from "react";
import { poll } from "@/components/pay/api/poll";
import { fateOf, isCancelledOnChain, tokenAllowance } from "@/components/pay/chain/chain";
import { expectedPermit } from "@/components/pay/safety/schedule/expected-permit";
import { cancelStep, lowerStep, type ScheduleEnd } from "@/components/pay/safety/schedule/schedule-steps";
import {
  loweredAllowance,
  nextCancelFlow,
  startCancelFlow,
} from "@/components/pay/schedule/cancelling/cancel-flow";
import { restOf } from "@/components/pay/schedule/view/schedule-money";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import { type Wallet, WalletError } from "@/wallet/wallet";

export interface CancelScheduleProps {
  page: PageSchedule;
  wallet: Wallet;
  /** Reads the state once more. */
  look: () => Promise<void>;
  /** The payer has said already that they want to cancel. */
  isAsked?: boolean;
}

const SETTLING_MS = 1_000;

/** The payer's way to the end of a schedule in the contract, and to a lower allowance after it. */
export function useCancelFlow({ page, wallet, look, isAsked = false }: CancelScheduleProps) {
  const [flow, dispatch] = useReducer(nextCancelFlow, null, () => startCancelFlow(page, isAsked));
  /** Set to nothing from here, so that what is left has to be allowed again. */
  const wasReset = useRef(false);
  const latest = useRef({ page, flow });
  latest.current = { page, flow };
  const { shown } = page;
  const { chainId, id: network } = NETWORKS[shown.network];

  // Cancelled before, here or elsewhere: the contract itself says so.
  useEffect(() => {
    let isWanted = true;
    const { contract, digest } = expectedPermit(latest.current.page.shown);
    void isCancelledOnChain(network, { contract, digest })
      .then((isCancelled) => isWanted && isCancelled && dispatch({ type: "mined" }))
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [network]);

  const sent = flow.step === "settling" ? flow.hash : null;
  useEffect(() => {
    if (sent === null) return;
    const ended = new AbortController();
    let nonce: number | null = null;
    const settle = async () => {
      const seen = await fateOf(network, { hash: sent, wallet: wallet.address, nonce });
      nonce = seen.nonce;
      if (seen.fate === "pending") return;
      const { flow: current, page: now } = latest.current;
      // Sped up in the wallet, it has another hash: what counts is what the contract says.
      const { contract, digest } = expectedPermit(now.shown);
      const isOver = seen.fate === "mined" || (await isCancelledOnChain(network, { contract, digest }));
      ended.abort();
      if (isOver || (current.step === "settling" && current.what === "lower" && seen.fate === "replaced")) {
        dispatch({ type: "mined" });
        void look().catch(() => {});
      } else dispatch({ type: "failed", trouble: { code: "reverted" } });
    };
    void settle().catch(() => {});
    void poll(settle, SETTLING_MS, ended.signal);
    return () => ended.abort();
  }, [sent, network, wallet.address, look]);

  const isUnknown = flow.step === "cancelled" && flow.allowance === null;
  useEffect(() => {
    if (!isUnknown) return;
    const ended = new AbortController();
    const { token, contract } = expectedPermit(latest.current.page.shown);
    const read = async () => {
      const allowance = await tokenAllowance(network, token.address, wallet.address, contract);
      ended.abort();
      dispatch({ type: "allowance", allowance });
    };
    void read().catch(() => {});
    void poll(read, SETTLING_MS, ended.signal);
    return () => ended.abort();
  }, [isUnknown, network, wallet.address]);

  const send = useCallback(
    async (what: "cancel" | "lower", end: ScheduleEnd) => {
      dispatch({ type: "asked", what });
      if (!end.ok) return dispatch({ type: "failed", trouble: { code: "refused" } });
      try {
        await wallet.switchChain(chainId);
        const hash = await wallet.send(end.transaction, () =>
          Promise.reject(new Error("nothing is relayed")),
        );
        dispatch({ type: "sent", what, hash });
      } catch (error) {
        const reason = error instanceof WalletError ? error.code : "failed";
        dispatch({ type: "failed", trouble: { code: "wallet", reason } });
      }
    },
    [wallet, chainId],
  );

  const lower =
    flow.step === "cancelled" && flow.allowance !== null
      ? lowering(page, flow.allowance, wasReset.current)
      : null;
  return {
    flow,
    /** What the allowance would be set to next, base units; null where there is nothing to lower. */
    lower,
    open: () => dispatch({ type: "open" }),
    close: () => dispatch({ type: "close" }),
    back: () => dispatch({ type: "back" }),
    cancel: () => void send("cancel", cancelStep(shown, wallet)),
    takeBack: () => {
      wasReset.current = lower === 0n;
      if (lower !== null) void send("lower", lowerStep(shown, wallet, lower));
    },
  };
}

/** Some tokens refuse to change an allowance: those are set to nothing first, and then to what is left. */
function lowering(page: PageSchedule, current: bigint, wasReset: boolean): bigint | null {
  const others = BigInt(page.othersNeed);
  const needsReset = tokenById(page.shown.currency)?.approveNeedsReset === true;
  if (needsReset && wasReset && current === 0n && others > 0n) return others;
  const target = loweredAllowance(current, { rest: restOf(page), others });
  return target !== null && target > 0n && needsReset ? 0n : target;
}
