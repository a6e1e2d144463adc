"use client";

import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { readSources, readState } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { poll } from "@/components/pay/api/poll";
import { broadcast } from "@/components/pay/api/relay";
import { permissionOf } from "@/components/pay/chain/chain";
import { lastLook } from "@/components/pay/chain/tron-chain";
import { useExpiry } from "@/components/pay/flow/expiry";
import { nextFlow, startFlow } from "@/components/pay/flow/flow";
import { announcedIn, payingNetworkOf } from "@/components/pay/flow/flow-facts";
import type { Flow, Payer } from "@/components/pay/flow/flow-state";
import { pollEvery } from "@/components/pay/flow/poll-every";
import { prepare } from "@/components/pay/flow/prepare";
import {
  onPaymentElsewhere,
  rememberAsked,
  rememberedPayment,
  rememberPayment,
  wasAsked,
} from "@/components/pay/flow/remembered";
import { track } from "@/components/pay/flow/telemetry";
import { leftUnanswered } from "@/components/pay/flow/transitions/unanswered";
import { useFollowing } from "@/components/pay/flow/use-following";
import { useSigning, walletFailure } from "@/components/pay/flow/use-signing";
import { isPriceOver } from "@/components/pay/safety/crosschain/price";
import { type ChosenSource, mayComeFromElsewhere } from "@/components/pay/safety/crosschain/route";
import type { PageSources } from "@/server/secure-payments/page/crosschain-schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import { connection, onConnection } from "@/wallet/connection";
import { type Wallet, WalletError } from "@/wallet/wallet";

/** How often a node is asked about a permission that is on its way. */
const SETTLING_MS = 1_000;

export interface FlowActions {
  /** Goes on with the choice: to the right network first, where the wallet is on another. */
  proceed(): void;
  /** Chooses from where to pay; null for the link's own network. */
  pick(source: ChosenSource | null): void;
  /** Asks for a price that holds. */
  requote(): void;
  /** Hands the next verified transaction to the wallet. */
  sign(): void;
  /** The payer says that a wallet that does not answer shows no question. */
  askAgain(): void;
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
    startFlow(initial, rememberedPayment(token), context.drawn, wasAsked(token)),
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
    const { epoch, payer, sent, step } = latest.current;
    try {
      const page = await readState(context, payer?.address ?? sent?.wallet ?? null);
      const sources = step === "checking" && payer ? { sources: await sourcesFor(context, page, payer) } : {};
      dispatch({ type: "read", epoch, page, ...sources });
    } catch (error) {
      dispatch({ type: "silent", epoch });
      throw error;
    }
  }, [context]);

  const checking = step === "checking" ? epoch : null;
  useEffect(() => {
    if (checking !== null) void look().catch(() => {});
  }, [checking, look]);

  useExpiry(context, flow.page, (page) => {
    dispatch({ type: "read", epoch: latest.current.epoch, page });
    void look().catch(() => {});
  });

  const everyMs = pollEvery(flow);
  useEffect(() => {
    if (everyMs === null) return;
    const ended = new AbortController();
    void poll(look, everyMs, ended.signal);
    return () => ended.abort();
  }, [everyMs, look]);

  useEffect(() => {
    if (step !== "switching") return;
    const chainId = payingNetworkOf(latest.current)?.chainId;
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
    const { page, payer, source } = latest.current;
    const shown = "shown" in page ? page.shown : null;
    if (!shown || !payer) return;
    const asked = wallet.current;
    const warnedOf = announcedIn(page);
    void prepare(context, { shown, source }, payer, warnedOf, asked?.batches).then(async (prepared) => {
      // A wallet that moves without a word is noticed here, where the way leads back to the right network.
      const now = payer.family === "evm" ? ((await asked?.chainId()) ?? payer.chainId) : payer.chainId;
      if (asked && now !== payer.chainId) {
        if (wallet.current === asked) dispatch({ type: "wallet", payer: payerOf(asked, now) });
        return;
      }
      if (prepared.kind === "plan") dispatch({ type: "prepared", epoch, plan: prepared.plan });
      else if (prepared.kind === "refused") dispatch({ type: "refused", epoch, problem: prepared.problem });
      else {
        const codes = {
          moved: "payment_changed",
          no_batch: "safe_no_batch",
          no_safe: "bridge_no_safe",
          no_route: "no_route",
          away: "bridge_away",
          unreachable: "unreachable",
        } as const;
        const code = codes[prepared.kind];
        dispatch({ type: "failed", epoch, trouble: { code } });
        if (prepared.kind === "moved") void look().catch(() => {});
      }
    });
  }, [step, epoch, context, look]);

  // A permission took its time, and the payer goes on: with a price that holds.
  const isStale =
    flow.step === "review" && flow.plan.at > 0 && flow.plan.price && isPriceOver(flow.plan.price);
  useEffect(() => {
    if (isStale) dispatch({ type: "requote" });
  }, [isStale]);

  const allowing = flow.step === "settling" ? flow.hash : null;
  useEffect(() => {
    const current = latest.current;
    if (allowing === null || current.step !== "settling" || !current.payer) return;
    const { plan, payer } = current;
    const next = plan.steps[plan.at];
    const network = payingNetworkOf(current);
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

  useFollowing(context, flow, latest, wallet, dispatch);

  const noted = useRef(sent);
  useEffect(() => {
    const before = noted.current;
    noted.current = sent;
    if (step === "done") rememberPayment(token, null);
    else if (sent) rememberPayment(token, sent);
    // What another tab has sent is not this one's to forget.
    else if (before) rememberPayment(token, null);
  }, [step, sent, token]);

  const isOpen = step !== "done" && leftUnanswered(flow).length > 0;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // Another tab may be asking too, and that is not this one's to forget.
    if (isOpen !== wasOpen.current) rememberAsked(token, isOpen);
    wasOpen.current = isOpen;
  }, [isOpen, token]);

  useEffect(
    () =>
      onPaymentElsewhere(token, (elsewhere) => {
        if (latest.current.sent === null) dispatch({ type: "sent", sent: elsewhere, asked: null });
      }),
    [token],
  );

  const sign = useSigning(context, latest, wallet, dispatch);
  const [actions] = useState<FlowActions>(() => ({
    proceed: () => {
      const { payer } = latest.current;
      const network = payingNetworkOf(latest.current);
      const mustSwitch = payer?.family === "evm" && payer.chainId !== (network?.chainId ?? payer.chainId);
      dispatch({ type: "proceed", mustSwitch });
    },
    pick: (source) => dispatch({ type: "pick", source }),
    requote: () => dispatch({ type: "requote" }),
    sign: () => void sign(),
    askAgain: () => dispatch({ type: "ask_again" }),
    back: () => dispatch({ type: "back" }),
    recheck: () => dispatch({ type: "back" }),
    forget: () => dispatch({ type: "forget" }),
    resend: async () => {
      const now = latest.current;
      const waiting = now.step === "settling" ? now : now.sent;
      if (!waiting?.unsent || waiting.hash === null) return true;
      // A refusal says nothing of the attempts before: the chain says in time what became of them.
      const { isTaken } = await broadcast(context, waiting.unsent.signed).catch(() => ({ isTaken: false }));
      if (isTaken) dispatch({ type: "taken", hash: waiting.hash });
      return isTaken;
    },
  }));
  return { flow, actions };
}

/** From where else this wallet could pay; null where nothing else is possible, or nobody can say. */
async function sourcesFor(context: PageContext, page: PageState, payer: Payer): Promise<PageSources | null> {
  if (!("shown" in page) || page.shown.kind === "batch" || payer.family !== "evm") return null;
  const { network, legs } = page.shown;
  const symbols = page.facts.items.flatMap(({ currency, symbol }) =>
    legs.some((leg) => leg.currency === currency) ? [symbol] : [],
  );
  if (symbols.length === 0 || !symbols.every((symbol) => mayComeFromElsewhere(network, symbol))) return null;
  // Paying on the link's own network does not wait for that, and does not need it.
  return readSources(context, payer.address).catch((): PageSources => ({ state: "away", sources: [] }));
}

function payerOf(wallet: Wallet, chainId: number | null): Payer {
  return { family: wallet.family, address: wallet.address, chainId };
}
