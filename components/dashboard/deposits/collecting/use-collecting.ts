"use client";

import { useCallback, useEffect, useReducer, useRef } from "react";
import { poll } from "@/components/pay/api/poll";
import { RelayRefused } from "@/components/pay/api/relay";
import { fateOf } from "@/components/pay/chain/chain";
import { compareCollection, type ListedDeposit } from "@/components/pay/safety/collection/compare-collection";
import type { NetworkId } from "@/server/chains/networks";
import type { CollectionPrepared, DepositsToCollect } from "@/server/dashboard/deposits/schema";
import { type Wallet, WalletError } from "@/wallet/wallet";
import { messageOf } from "../../api/api-failure";
import { useDashboardConfig } from "../../config";
import { useMerchant } from "../../session/merchant";
import { useDeposits } from "../use-deposits";
import { CLOSED, nextCollectFlow } from "./collect-flow";
import { sendCollection } from "./send-collection";

const LOOK_MS = 1_000;
/** The service reads a block within seconds; what waits later than this was passed over. */
const LATE_MS = 60_000;

/** A merchant's way from what waits on a network to what the chain has brought to the payees. */
export function useCollecting(network: NetworkId, deposits: readonly ListedDeposit[]) {
  const { api } = useMerchant();
  const { authBase } = useDashboardConfig();
  const [flow, dispatch] = useReducer(nextCollectFlow, CLOSED);
  const latest = useRef(deposits);
  latest.current = deposits;

  const open = useCallback(async () => {
    dispatch({ type: "open" });
    // What is compared with the answer is what was asked for, whatever the list shows by then.
    const chosen = { network, deposits: latest.current };
    try {
      const addresses = chosen.deposits.map(({ address }) => address);
      const body = { network, addresses };
      const prepared = await api<CollectionPrepared>("POST", "/v1/dashboard/deposits/collect", { body });
      dispatch({ type: "prepared", comparison: compareCollection(prepared, chosen), prepared });
    } catch (error) {
      dispatch({ type: "unanswered", message: messageOf(error) });
    }
  }, [api, network]);

  const close = useCallback(() => dispatch({ type: "close" }), []);
  const leave = useCallback(() => dispatch({ type: "leave" }), []);

  const sign = useCallback(
    async (wallet: Wallet) => {
      if (flow.step !== "review") return;
      dispatch({ type: "asked" });
      try {
        const sent = await sendCollection(wallet, flow.plan.compared, authBase);
        dispatch({ type: "sent", sent });
      } catch (error) {
        if (error instanceof RelayRefused) {
          return dispatch({ type: "declined", trouble: { code: "not_relayed", message: error.message } });
        }
        const reason = error instanceof WalletError ? error.code : "failed";
        dispatch({ type: "declined", trouble: { code: "wallet", reason, name: wallet.name } });
      }
    },
    [flow, authBase],
  );

  useFate(network, flow.step === "sent" ? flow.sent : null, dispatch);
  useLooks(flow, dispatch);
  return { flow, open, close, leave, sign };
}

type Dispatch = (event: Parameters<typeof nextCollectFlow>[1]) => void;
type Sent = Extract<ReturnType<typeof nextCollectFlow>, { step: "sent" }>["sent"];

/** Asks the node what became of a transaction. One that a Safe proposed has no hash until its owners have signed. */
function useFate(network: NetworkId, sent: Sent | null, dispatch: Dispatch): void {
  const hash = sent?.hash ?? null;
  const wallet = sent?.wallet ?? "";
  useEffect(() => {
    if (hash === null) return;
    const ended = new AbortController();
    let nonce: number | null = null;
    const look = async () => {
      const seen = await fateOf(network, { hash, wallet, nonce });
      nonce = seen.nonce;
      if (seen.fate === "pending" || ended.signal.aborted) return;
      ended.abort();
      if (seen.fate === "reverted" || seen.fate === "dropped") dispatch({ type: "undone", why: seen.fate });
      // Sped up in the wallet it has another hash: the service sees what it did.
      else dispatch({ type: "mined" });
    };
    void look().catch(() => {});
    void poll(look, LOOK_MS, ended.signal);
    return () => ended.abort();
  }, [network, hash, wallet, dispatch]);
}

/** Compares what the service says still waits with what was sent. */
function useLooks(flow: ReturnType<typeof nextCollectFlow>, dispatch: Dispatch): void {
  const isOnItsWay = flow.step === "sent" || flow.step === "mined";
  const { data, dataUpdatedAt } = useDeposits(isOnItsWay);
  const minedAt = useRef<number | null>(null);
  minedAt.current = flow.step === "mined" ? (minedAt.current ?? Date.now()) : null;
  useEffect(() => {
    if ((flow.step !== "sent" && flow.step !== "mined") || !data) return;
    const isLate = minedAt.current !== null && dataUpdatedAt - minedAt.current > LATE_MS;
    dispatch({ type: "looked", left: leftOf(flow.plan.compared.deposits, data), isLate });
  }, [flow, data, dataUpdatedAt, dispatch]);
}

function leftOf(deposits: readonly ListedDeposit[], { groups }: DepositsToCollect): number {
  const waiting = new Set(groups.flatMap((group) => group.deposits.map(({ address }) => address)));
  return deposits.filter(({ address }) => waiting.has(address)).length;
}
