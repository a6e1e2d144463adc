"use client";

import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { post, readState } from "@/components/pay/api/ask-server";
import { poll } from "@/components/pay/api/poll";
import { pollEvery } from "@/components/pay/api/poll-every";
import { broadcast, endOf, RelayRefused } from "@/components/pay/api/relay";
import { track } from "@/components/pay/api/telemetry";
import { fateOf, newestBlock, permissionOf } from "@/components/pay/chain/chain";
import { lastLook } from "@/components/pay/chain/tron-chain";
import {
  announcedIn,
  type Flow,
  nextFlow,
  type Payer,
  type Sent,
  type SigningPlan,
  startFlow,
  type Unsent,
} from "@/components/pay/flow/flow";
import { prepare } from "@/components/pay/flow/prepare";
import { onPaymentElsewhere, rememberedPayment, rememberPayment } from "@/components/pay/flow/remembered";
import type { PageContext } from "@/components/pay/page/page-context";
import type { PageNetwork, PageState } from "@/server/secure-payments/page/page-schema";
import { connection, onConnection } from "@/wallet/connection";
import { type Wallet, WalletError } from "@/wallet/wallet";

/** How often a node is asked about what is on its way. */
const EXPECTING_MS = 2_000;
const SETTLING_MS = 1_000;

export interface FlowActions {
  /** Goes on with the choice: to the right network first, where the wallet is on another. */
  proceed(): void;
  /** Hands the next verified transaction to the wallet. */
  sign(): void;
  back(): void;
  /** Asks the server and the chain once more. */
  recheck(): void;
  /** The payer knows better: what was sent will never come. */
  forget(): void;
  /** Hands over again what nobody has taken yet. Whether somebody has now. */
  resend(): Promise<boolean>;
}

/** The payer's journey: the pure `flow`, and what has to be done in each of its steps. */
export function useFlow(context: PageContext, initial: PageState): { flow: Flow; actions: FlowActions } {
  const { token } = context;
  const [flow, dispatch] = useReducer(nextFlow, null, () =>
    startFlow(initial, rememberedPayment(token), context.drawn),
  );
  const latest = useRef(flow);
  latest.current = flow;
  const { step, epoch, sent } = flow;
  const wallet = useRef<Wallet | null>(null);

  useEffect(() => {
    const adopt = () => {
      const current = connection();
      const isNew = current.wallet !== null && wallet.current === null;
      wallet.current = current.wallet;
      const next = current.wallet ? payerOf(current.wallet, current.chainId) : null;
      if (isNew && next && current.wallet) track(context, "wallet_connected", next, current.wallet.name);
      dispatch({ type: "wallet", payer: next });
    };
    adopt();
    return onConnection(adopt);
  }, [context]);

  const look = useCallback(async () => {
    const { epoch, payer, sent } = latest.current;
    try {
      const page = await readState(context, payer?.address ?? sent?.wallet ?? null);
      dispatch({ type: "read", epoch, page });
    } catch (error) {
      dispatch({ type: "silent", epoch });
      throw error;
    }
  }, [context]);

  const checking = step === "checking" ? epoch : null;
  useEffect(() => {
    if (checking !== null) void look().catch(() => {});
  }, [checking, look]);

  const everyMs = pollEvery(flow);
  useEffect(() => {
    if (everyMs === null) return;
    const ended = new AbortController();
    void poll(look, everyMs, ended.signal);
    return () => ended.abort();
  }, [everyMs, look]);

  useEffect(() => {
    if (step !== "switching") return;
    const chainId = networkOf(latest.current)?.chainId;
    if (chainId === undefined) return;
    const asked = wallet.current;
    // A wallet that was there already, or that says nothing about its moves, is asked where it is now.
    const move = async () => {
      await asked?.switchChain(chainId);
      if (!asked || wallet.current !== asked) return;
      const now = await asked.chainId();
      if (now !== chainId) throw new WalletError("wrong_chain", "the wallet has stayed where it was");
      dispatch({ type: "wallet", payer: payerOf(asked, now) });
    };
    move().catch((error) => dispatch(walletFailure(epoch, error)));
  }, [step, epoch]);

  useEffect(() => {
    if (step !== "preparing") return;
    const { page, payer } = latest.current;
    const shown = "shown" in page ? page.shown : null;
    if (!shown || !payer) return;
    const asked = wallet.current;
    const warnedOf = announcedIn(page);
    void prepare(context, shown, payer, warnedOf).then(async (prepared) => {
      // A wallet that moves without a word is noticed here, where the way leads back to the right network.
      const now = payer.family === "evm" ? ((await asked?.chainId()) ?? payer.chainId) : payer.chainId;
      if (asked && now !== payer.chainId) {
        if (wallet.current === asked) dispatch({ type: "wallet", payer: payerOf(asked, now) });
        return;
      }
      if (prepared.kind === "plan") dispatch({ type: "prepared", epoch, plan: prepared.plan });
      else if (prepared.kind === "refused") dispatch({ type: "refused", epoch, problem: prepared.problem });
      else {
        const code = prepared.kind === "moved" ? "payment_changed" : "unreachable";
        dispatch({ type: "failed", epoch, trouble: { code } });
        if (prepared.kind === "moved") void look().catch(() => {});
      }
    });
  }, [step, epoch, context, look]);

  const allowing = flow.step === "settling" ? flow.hash : null;
  useEffect(() => {
    const current = latest.current;
    if (allowing === null || current.step !== "settling" || !current.payer) return;
    const { plan, payer } = current;
    const next = plan.steps[plan.at];
    const network = networkOf(current);
    if (!next || !network) return;
    const ended = new AbortController();
    let nonce = current.unsent && lastLook(current.unsent);
    const settle = async () => {
      const sent = { hash: allowing, wallet: payer.address, nonce };
      const permission = await permissionOf(network.id, next, sent);
      nonce = permission.nonce;
      if (permission.state === "pending") return;
      if (permission.state === "set") dispatch({ type: "settled", epoch });
      else if (permission.state === "short") {
        dispatch({ type: "failed", epoch, trouble: { code: "allowance_short" } });
      } else {
        dispatch({ type: "failed", epoch, trouble: { code: "approval_reverted", hash: allowing } });
      }
      ended.abort();
    };
    void settle().catch(() => {});
    void poll(settle, SETTLING_MS, ended.signal);
    return () => ended.abort();
  }, [allowing, epoch]);

  // Whether it was paid is for the server to say; whether it never will be, the node knows first.
  const sentHash = step === "confirming" ? (sent?.hash ?? null) : null;
  useEffect(() => {
    const network = networkOf(latest.current);
    if (sentHash === null || !network) return;
    const ended = new AbortController();
    const watch = async () => {
      const { sent } = latest.current;
      if (sent?.hash !== sentHash) return ended.abort();
      const { fate, nonce } = await fateOf(network.id, sent);
      if (fate === "reverted") dispatch({ type: "lost", trouble: { code: "reverted", hash: sentHash } });
      const isMined = fate === "mined";
      if (nonce !== sent.nonce || isMined !== sent.isMined) {
        dispatch({ type: "followed", hash: sentHash, nonce, isMined });
      }
      if (fate === "replaced" || fate === "dropped") await gone(fate, sentHash);
    };
    // Sped up, the same payment has another hash, which the service finds by its reference: it is lost only once the
    // service has seen every block up to the one in which its place was taken.
    const gone = async (code: "replaced" | "dropped", hash: string) => {
      goneAt ??= await newestBlock(network.id);
      const page = await readState(context, latest.current.sent?.wallet ?? null);
      if (!("watchedTo" in page) || page.watchedTo === null) return;
      // Where no node can be asked for its head, the service is given this many looks.
      const hasLooked = goneAt === null ? ++looks > ENOUGH_LOOKS : BigInt(page.watchedTo) >= goneAt;
      if (hasLooked) dispatch({ type: "lost", trouble: { code, hash } });
    };
    let goneAt: bigint | null = null;
    let looks = 0;
    // At once: of a transaction that is replaced soon, the node tells the nonce only until then.
    void watch().catch(() => {});
    void poll(watch, EXPECTING_MS, ended.signal);
    return () => ended.abort();
  }, [sentHash, context]);

  const noted = useRef(sent);
  useEffect(() => {
    const before = noted.current;
    noted.current = sent;
    if (step === "done") rememberPayment(token, null);
    else if (sent) rememberPayment(token, sent);
    // What another tab has sent is not this one's to forget.
    else if (before) rememberPayment(token, null);
  }, [step, sent, token]);

  useEffect(
    () =>
      onPaymentElsewhere(token, (elsewhere) => {
        if (latest.current.sent === null) dispatch({ type: "sent", sent: elsewhere });
      }),
    [token],
  );

  const sign = useSigning(context, latest, wallet, dispatch);
  const [actions] = useState<FlowActions>(() => ({
    proceed: () => {
      const { payer } = latest.current;
      const network = networkOf(latest.current);
      const mustSwitch = payer?.family === "evm" && payer.chainId !== (network?.chainId ?? payer.chainId);
      dispatch({ type: "proceed", mustSwitch });
    },
    sign: () => void sign(),
    back: () => dispatch({ type: "back" }),
    recheck: () => dispatch({ type: "back" }),
    forget: () => dispatch({ type: "forget" }),
    resend: async () => {
      const now = latest.current;
      const waiting = now.step === "settling" ? now : now.sent;
      if (!waiting?.unsent) return true;
      // A refusal says nothing of the attempts before: the chain says in time what became of them.
      const { isTaken } = await broadcast(context, waiting.unsent.signed).catch(() => ({ isTaken: false }));
      if (isTaken) dispatch({ type: "taken", hash: waiting.hash });
      return isTaken;
    },
  }));
  return { flow, actions };
}

const ENOUGH_LOOKS = 5;

function useSigning(
  context: PageContext,
  latest: { readonly current: Flow },
  wallet: { readonly current: Wallet | null },
  dispatch: (event: Parameters<typeof nextFlow>[1]) => void,
) {
  return useCallback(async () => {
    const flow = latest.current;
    const signer = wallet.current;
    if (flow.step !== "review" || !signer || !flow.payer) return;
    const { plan, epoch, payer } = flow;
    const next = plan.steps[plan.at];
    if (!next || signer.address !== payer.address) return;
    dispatch({ type: "sign" });
    try {
      if (next.kind === "pay") {
        const elsewhere = rememberedPayment(context.token);
        if (elsewhere) return dispatch({ type: "sent", sent: elsewhere });
        // Somebody else may have paid since this was put together.
        const page = await readState(context, payer.address).catch(() => null);
        // Another account, network or tab came in between: what was pressed then is not meant now.
        if (latest.current.epoch !== epoch || latest.current.step !== "signing") return;
        // A promised rate may have ended, and only the server's clock tells.
        if (!page && plan.shown.quote) {
          return dispatch({ type: "failed", epoch, trouble: { code: "unreachable" } });
        }
        if (page && !isAsSeen(page, flow, plan)) {
          dispatch({ type: "failed", epoch, trouble: { code: "payment_changed" } });
          dispatch({ type: "read", epoch, page });
          return;
        }
        track(context, "payment_sent_to_wallet", payer, signer.name);
      }
      let unsent: Unsent | null = null;
      const hash = await signer.send(next.transaction, async (signed) => {
        const relayed = await broadcast(context, signed);
        const until = endOf(signed);
        if (!relayed.isTaken && until !== null) unsent = { signed, until };
        return relayed;
      });
      if (next.kind !== "pay") return dispatch({ type: "allowed", epoch, hash, unsent });
      const nonce = unsent && lastLook(unsent);
      const sent: Sent = { hash, wallet: payer.address, nonce, isMined: false, at: Date.now(), unsent };
      rememberPayment(context.token, sent);
      dispatch({ type: "sent", sent });
      track(context, "payment_approved_in_wallet", payer, signer.name);
      announce(context, flow, sent);
    } catch (error) {
      dispatch(walletFailure(epoch, error));
    }
  }, [context, latest, wallet, dispatch]);
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

/** Tells the service what to look for (SI-01); it finds the payment without that too. */
function announce(context: PageContext, flow: Flow, sent: Sent): void {
  // A multicall takes receipts of smart accounts only (SI-04).
  if (flow.page.kind === "bundle") return;
  const network = networkOf(flow);
  // Where the service itself sends it, it has noted it already (TR-06).
  if (network?.family === "tron") return;
  const symbol = "facts" in flow.page ? flow.page.facts?.items[0]?.symbol : undefined;
  if (!network || (symbol !== "USDC" && symbol !== "USDT")) return;
  post(context, "intent", {
    chain: network.sourceChain ?? "ETHEREUM",
    token: symbol,
    txHash: sent.hash,
    payerAddress: sent.wallet,
    executionKind: "evm_same_chain",
    routeKind: "same_chain",
  });
}

function payerOf(wallet: Wallet, chainId: number | null): Payer {
  return { family: wallet.family, address: wallet.address, chainId };
}

function networkOf({ page }: Flow): PageNetwork | null {
  return "facts" in page ? (page.facts?.network ?? null) : null;
}

function walletFailure(epoch: number, error: unknown) {
  if (error instanceof RelayRefused) {
    return { type: "failed", epoch, trouble: { code: "not_relayed" } } as const;
  }
  const reason = error instanceof WalletError ? error.code : "failed";
  return { type: "failed", epoch, trouble: { code: "wallet", reason } } as const;
}
