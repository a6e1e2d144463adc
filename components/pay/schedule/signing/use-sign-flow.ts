"use client";

import { useCallback, useEffect, useReducer, useRef } from "react";
import { reportRefusal } from "@/components/pay/api/ask-server";
import { poll } from "@/components/pay/api/poll";
import { permissionOf } from "@/components/pay/chain/chain";
import { approvedScheduleProblem } from "@/components/pay/safety/approved/approved-schedule";
import type { Problem } from "@/components/pay/safety/comparison";
import { compareSchedule } from "@/components/pay/safety/schedule/compare-schedule";
import { handIn, readPermit } from "@/components/pay/schedule/ask-schedule";
import { nextSignFlow, type SignFlow, type SignTrouble } from "@/components/pay/schedule/signing/sign-flow";
import { NETWORKS } from "@/server/chains/networks";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import { type Wallet, WalletError } from "@/wallet/wallet";

const SETTLING_MS = 1_000;

/** The payer's way from the comparison to the signature, and what has to be done in each of its steps. */
export function useSignFlow(page: PageSchedule, wallet: Wallet, look: () => Promise<void>) {
  const [flow, dispatch] = useReducer(nextSignFlow, { step: "preparing" } satisfies SignFlow);
  const latest = useRef({ page, flow });
  latest.current = { page, flow };
  const { token, shown } = page;
  const { chainId } = NETWORKS[shown.network];

  useEffect(() => {
    if (flow.step !== "preparing") return;
    let isWanted = true;
    void prepare(latest.current.page, wallet).then((event) => isWanted && dispatch(event));
    return () => {
      isWanted = false;
    };
  }, [flow.step, wallet]);

  const approving = flow.step === "settling" ? flow.hash : null;
  useEffect(() => {
    const { flow: current } = latest.current;
    if (approving === null || current.step !== "settling") return;
    const approval = current.plan.approvals[current.plan.at];
    if (!approval) return;
    const ended = new AbortController();
    let nonce: number | null = null;
    const settle = async () => {
      const sent = { hash: approving, wallet: wallet.address, nonce };
      const permission = await permissionOf(shown.network, approval, sent);
      nonce = permission.nonce;
      if (permission.state === "pending") return;
      ended.abort();
      if (permission.state === "set") dispatch({ type: "approved" });
      else if (permission.state === "short") failed({ code: "allowance_short" });
      else failed({ code: "approval_reverted", hash: approving });
    };
    const failed = (trouble: SignTrouble) => dispatch({ type: "failed", trouble });
    void settle().catch(() => {});
    void poll(settle, SETTLING_MS, ended.signal);
    return () => ended.abort();
  }, [approving, shown.network, wallet.address]);

  const signature = flow.step === "handing_in" ? flow.signature : null;
  useEffect(() => {
    if (signature === null) return;
    const ended = new AbortController();
    const hand = async () => {
      const isTaken = await handIn(token, signature);
      ended.abort();
      // A no may be about a signature that was taken a moment ago, and whose answer was lost: the state tells.
      await look().catch(() => {});
      dispatch(isTaken ? { type: "taken" } : { type: "failed", trouble: { code: "refused_signature" } });
    };
    void hand().catch(() => {});
    void poll(hand, SETTLING_MS, ended.signal);
    return () => ended.abort();
  }, [signature, token, look]);

  const ask = useCallback(async () => {
    const { flow: current } = latest.current;
    if (current.step !== "review") return;
    const { plan } = current;
    const approval = plan.approvals[plan.at];
    dispatch({ type: "asked" });
    // What a wallet answers after the payer has gone back is about another plan.
    const isStillAsked = () => "plan" in latest.current.flow && latest.current.flow.plan === plan;
    try {
      await wallet.switchChain(chainId);
      if (!isStillAsked()) return;
      if (approval) {
        const hash = await wallet.send(approval.transaction, noRelay);
        if (isStillAsked()) dispatch({ type: "approving", hash });
      } else {
        const signature = await wallet.signTypedData(plan.permit.typedData);
        if (isStillAsked()) dispatch({ type: "signature", signature });
      }
    } catch (error) {
      if (!isStillAsked()) return;
      const reason = error instanceof WalletError ? error.code : "failed";
      dispatch({ type: "failed", trouble: { code: "wallet", reason } });
    }
  }, [wallet, chainId]);

  const again = useCallback(() => dispatch({ type: "again" }), []);
  return { flow, ask, again };
}

async function prepare(page: PageSchedule, wallet: Wallet) {
  const answer = await readPermit(page.token).catch(() => null);
  if (answer?.status !== 200) return { type: "unreachable" } as const;
  const comparison = compareSchedule(page, answer.body, wallet);
  if (!comparison.ok) return refused(page, comparison.problem);
  const problem = await approvedScheduleProblem(page.shown);
  if (problem) return refused(page, problem);
  const { approvals, permit } = comparison;
  return { type: "prepared", plan: { approvals, permit, at: 0 } } as const;
}

function refused({ token }: PageSchedule, problem: Problem) {
  reportRefusal(token, problem);
  return { type: "refused", problem } as const;
}

/** Wallets for EVM networks send by themselves. */
function noRelay(): Promise<never> {
  return Promise.reject(new Error("nothing of a schedule is relayed"));
}
