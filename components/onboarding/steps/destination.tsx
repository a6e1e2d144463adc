"use client";

import { type FormEvent, useEffect, useState } from "react";
import type { Api } from "@/components/dashboard/api/api";
import { ApiFailure } from "@/components/dashboard/api/api-failure";
import { type RouteChoice, RouteFields } from "@/components/dashboard/destination/route-fields";
import { useNames } from "@/components/dashboard/networks";
import { useT } from "@/components/i18n/provider";
import type { SignedIn } from "@/components/onboarding/flow";
import { SignedInAs } from "@/components/onboarding/steps/signed-in-as";
import { Notice } from "@/components/pay/parts/notice";
import { Panel } from "@/components/pay/parts/panel";
import { PageButton } from "@/components/ui/page-button";
import type { DestinationRecord } from "@/server/payee-destinations/schema";

interface DestinationProps {
  api: Api;
  signedIn: SignedIn;
  onChosen: (destination: DestinationRecord) => void;
  onChangeWallet: () => void;
}

const PATH = "/v1/payee-destination";

/** Where the platform is paid: what is in force, another one, or the first. */
export function Destination(props: DestinationProps) {
  const { api, signedIn } = props;
  const t = useT();
  const [stored, setStored] = useState<DestinationRecord | null>();
  const [hasFailed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again for another wallet, and when that is wished
  useEffect(() => {
    const ended = new AbortController();
    setFailed(false);
    api<DestinationRecord | null>("GET", PATH, { signal: ended.signal }).then(setStored, (error: unknown) => {
      if (ended.signal.aborted || (error instanceof ApiFailure && error.status === 401)) return;
      setFailed(true);
    });
    return () => ended.abort();
  }, [api, signedIn.address, round]);
  return (
    <Panel key="destination" title={t("onboarding.destination.title")}>
      <p className="mt-2 text-sm leading-relaxed text-muted">{t("onboarding.destination.text")}</p>
      <SignedInAs address={signedIn.address} onChange={props.onChangeWallet} />
      {hasFailed && (
        <div className="mt-4 grid gap-3">
          <Notice tone="danger" isAlert>
            {t("onboarding.trouble.unreachable")}
          </Notice>
          <PageButton onClick={() => setRound((before) => before + 1)}>{t("common.tryAgain")}</PageButton>
        </div>
      )}
      {!hasFailed && stored === undefined && <p className="mt-4 text-sm text-muted">{t("common.loading")}</p>}
      {!hasFailed && stored !== undefined && (
        <DestinationChoice key={stored?.id} stored={stored} {...props} />
      )}
    </Panel>
  );
}

/** What can be done with what is in force; nothing is changed unless that is pressed. */
export function DestinationChoice({
  api,
  stored,
  onChosen,
}: Pick<DestinationProps, "api" | "onChosen"> & { stored: DestinationRecord | null }) {
  const t = useT();
  const names = useNames();
  const current = stored && { chainId: stored.chainId, tokenAddress: stored.tokenAddress };
  const [isChanging, setChanging] = useState(stored === null);
  const [choice, setChoice] = useState<RouteChoice | null>(current);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const labels = {
    chain: t("onboarding.destination.chain"),
    token: t("onboarding.destination.token"),
    chooseChain: t("onboarding.destination.chooseChain"),
    chooseToken: t("onboarding.destination.chooseToken"),
    current: t("onboarding.destination.current"),
  };
  if (stored && !isChanging) {
    return (
      <div className="mt-5 grid gap-4">
        <p className="rounded-md bg-sunken px-4 py-3 leading-relaxed">
          {t("onboarding.destination.paidIn", {
            token: names.token(stored.chainId, stored.tokenAddress),
            network: names.chain(stored.chainId),
          })}
        </p>
        <PageButton onClick={() => onChosen(stored)}>{t("onboarding.destination.use")}</PageButton>
        <p className="text-center">
          <PageButton look="quiet" onClick={() => setChanging(true)}>
            {t("onboarding.destination.change")}
          </PageButton>
        </p>
      </div>
    );
  }
  const isSame =
    choice?.chainId === current?.chainId && choice?.tokenAddress === current?.tokenAddress && stored;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!choice || isPending) return;
    if (isSame) return onChosen(stored);
    setPending(true);
    setFailure(null);
    try {
      onChosen(await api<DestinationRecord>(stored ? "PUT" : "POST", PATH, { body: choice }));
    } catch (error) {
      setPending(false);
      setFailure(
        error instanceof ApiFailure && error.status < 500
          ? error.message
          : t("onboarding.trouble.unreachable"),
      );
    }
  };
  return (
    <form onSubmit={submit} className="mt-5 grid grid-cols-1 gap-4">
      <RouteFields value={choice} onChange={setChoice} labels={labels} {...(current ? { current } : {})} />
      {stored && (
        <p className="text-sm leading-relaxed text-muted">{t("onboarding.destination.changeNote")}</p>
      )}
      {failure !== null && (
        <Notice tone="danger" isAlert>
          {failure}
        </Notice>
      )}
      <PageButton type="submit" disabled={!choice} aria-busy={isPending || undefined}>
        {t(
          stored
            ? isSame
              ? "onboarding.destination.use"
              : "onboarding.destination.update"
            : "onboarding.destination.create",
        )}
      </PageButton>
    </form>
  );
}
