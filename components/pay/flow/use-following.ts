"use client";

import { useEffect } from "react";
import { readState } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { poll } from "@/components/pay/api/poll";
import { fateOf, newestBlock } from "@/components/pay/chain/chain";
import { announce, claimSafe } from "@/components/pay/flow/announce";
import type { FlowEvent } from "@/components/pay/flow/flow-event";
import { sentOn } from "@/components/pay/flow/flow-facts";
import type { Flow } from "@/components/pay/flow/flow-state";
import type { Wallet } from "@/wallet/wallet";

/** How often a node or a wallet is asked about what is on its way. */
const EXPECTING_MS = 2_000;
/** Where no node can be asked for its head, the service is given this many looks. */
const ENOUGH_LOOKS = 5;

/** Follows a payment that left the wallet: by the wallet's ID of a batch until its transaction is known, then by that. */
export function useFollowing(
  context: PageContext,
  { step, sent }: Flow,
  latest: { readonly current: Flow },
  wallet: { readonly current: Wallet | null },
  dispatch: (event: FlowEvent) => void,
): void {
  // Whether it was paid is for the server to say; whether it never will be, the node knows first.
  const hash = step === "confirming" ? (sent?.hash ?? null) : null;
  useEffect(() => {
    const network = sentOn(latest.current);
    if (hash === null || network === null) return;
    const ended = new AbortController();
    const hasLooked = afterNow(context, network, latest);
    const watch = async () => {
      const { sent } = latest.current;
      if (sent?.hash !== hash) return ended.abort();
      const { fate, nonce } = await fateOf(network, { ...sent, hash });
      if (fate === "reverted") dispatch({ type: "lost", trouble: { code: "reverted", hash } });
      const isMined = fate === "mined";
      if (nonce !== sent.nonce || isMined !== sent.isMined) {
        dispatch({ type: "followed", hash, nonce, isMined });
      }
      const isGone = fate === "replaced" || fate === "dropped" || fate === "unpaid";
      if (isGone && (await hasLooked())) dispatch({ type: "lost", trouble: { code: fate, hash } });
    };
    return repeatedly(watch, ended);
  }, [hash, context, latest, dispatch]);

  const batch = step === "confirming" && sent?.hash === null ? sent.batch : null;
  useEffect(() => {
    const network = sentOn(latest.current);
    if (batch === null || network === null) return;
    const ended = new AbortController();
    const hasLooked = afterNow(context, network, latest);
    const watch = async () => {
      const { sent } = latest.current;
      if (sent?.batch !== batch || sent.hash !== null) return ended.abort();
      // Only the wallet that took it knows it; with another one, or none, the server alone tells.
      const asked = wallet.current?.address === sent.wallet ? wallet.current.batches : undefined;
      const status = await asked?.status(batch);
      if (!status || status.state === "pending") return;
      if (status.hash !== null && status.state === "mined") {
        dispatch({ type: "found", batch, hash: status.hash });
        announce(context, latest.current, { hash: status.hash, wallet: sent.wallet });
      }
      if (status.state === "mined" || !(await hasLooked())) return;
      const code = status.state === "partly" ? "batch_partly" : "batch_failed";
      dispatch({ type: "lost", trouble: { code } });
    };
    return repeatedly(watch, ended);
  }, [batch, context, latest, wallet, dispatch]);

  const proposed = batch !== null && sent?.isSafe ? batch : null;
  useEffect(() => {
    if (proposed === null) return;
    const ended = new AbortController();
    // Again until somebody has it: the page may be closed, and other devices know it from the service only.
    const claim = async () => {
      const { sent } = latest.current;
      if (sent?.batch === proposed) await claimSafe(context, latest.current, sent);
      ended.abort();
    };
    return repeatedly(claim, ended);
  }, [proposed, context, latest]);
}

/** At once: of a transaction that is replaced soon, the node tells the nonce only until then. */
function repeatedly(watch: () => Promise<void>, ended: AbortController): () => void {
  void watch().catch(() => {});
  void poll(watch, EXPECTING_MS, ended.signal);
  return () => ended.abort();
}

/**
 * Whether the service has seen every block up to the one that was newest when this was asked first. Sped up, the same
 * payment has another hash, which the service finds by its reference; and what a wallet says of a batch is no proof. So
 * a payment is lost only after that.
 */
function afterNow(
  context: PageContext,
  network: string,
  latest: { readonly current: Flow },
): () => Promise<boolean> {
  let head: bigint | null = null;
  let looks = 0;
  return async () => {
    // How far the service has read the network of a deposit, it does not say.
    if (latest.current.sent?.from == null) head ??= await newestBlock(network);
    const page = await readState(context, latest.current.sent?.wallet ?? null);
    if (!("watchedTo" in page) || page.watchedTo === null) return false;
    return head === null ? ++looks > ENOUGH_LOOKS : BigInt(page.watchedTo) >= head;
  };
}
