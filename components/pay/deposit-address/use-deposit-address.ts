import { useCallback, useEffect, useMemo, useState } from "react";
import { openDepositAddress, reportRefusal } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { checkOffered } from "@/components/pay/deposit-address/check-offered";
import type { Problem } from "@/components/pay/safety/comparison";
import type { DepositAddress, DepositPage } from "@/components/pay/safety/deposit-address";
import type { DepositReason, PageDepositOption } from "@/server/secure-payments/page/deposit-address-schema";

/** What the page knows of the address at which a plain transfer pays. */
export type AddressState =
  | { kind: "asking" }
  | { kind: "failed" }
  /** The service says why there is none; null where nothing can be paid now. */
  | { kind: "none"; reason: DepositReason | null }
  | { kind: "refused"; problem: Problem }
  | { kind: "checked"; deposit: DepositAddress };

/**
 * The address of a link, checked against what the page shows each time one of both changes. Asks for it once, again when its
 * rate ends, and when the payer wants to try again.
 */
export function useDepositAddress(
  context: PageContext,
  page: DepositPage,
): { state: AddressState; ask: () => void } {
  const [answer, setAnswer] = useState<PageDepositOption | undefined>(page.depositAddress ?? undefined);
  const [hasFailed, setFailed] = useState(false);
  const [asked, setAsked] = useState(0);
  const ask = useCallback(() => setAsked((times) => times + 1), []);
  const told = page.depositAddress;
  const isKnown = told !== null;

  useEffect(() => {
    if (asked === 0 && isKnown) return;
    let isOver = false;
    setFailed(false);
    openDepositAddress(context)
      .then((option) => !isOver && setAnswer(option))
      .catch(() => !isOver && setFailed(true));
    return () => {
      isOver = true;
    };
  }, [context, asked, isKnown]);

  // What the page was told last is newer than what was asked for first.
  useEffect(() => {
    if (told) setAnswer(told);
  }, [told]);

  const state = useMemo(() => stateOf(context, page, answer, hasFailed), [context, page, answer, hasFailed]);
  const endsAt = state.kind === "checked" ? state.deposit.quote?.expiresAt : undefined;
  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = setTimeout(ask, Math.max(Date.parse(endsAt) - Date.now(), MIN_WAIT_MS));
    return () => clearTimeout(timer);
  }, [endsAt, ask]);
  useEffect(() => {
    if (state.kind === "refused") reportRefusal(context.token, state.problem);
  }, [context.token, state]);
  return { state, ask };
}

/** A clock that is ahead of the service's must not ask without end. */
const MIN_WAIT_MS = 10_000;

function stateOf(
  context: PageContext,
  page: DepositPage,
  answer: PageDepositOption | undefined,
  hasFailed: boolean,
): AddressState {
  if (hasFailed) return { kind: "failed" };
  if (answer === undefined) return { kind: "asking" };
  if (answer === null) return { kind: "none", reason: null };
  if ("reason" in answer) return { kind: "none", reason: answer.reason };
  const checked = checkOffered(context, page, answer);
  return checked.ok
    ? { kind: "checked", deposit: checked.deposit }
    : { kind: "refused", problem: checked.problem };
}
