"use client";

import { useCallback, useEffect, useState } from "react";
import { useT } from "@/components/i18n/provider";
import { poll } from "@/components/pay/api/poll";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import { Code } from "@/components/pay/parts/code";
import { Line } from "@/components/pay/parts/line";
import { Panel } from "@/components/pay/parts/panel";
import { readSchedule } from "@/components/pay/schedule/ask-schedule";
import { CancelSchedule } from "@/components/pay/schedule/cancelling/cancel-schedule";
import { costOf, restOf, sumText } from "@/components/pay/schedule/view/schedule-money";
import { When } from "@/components/pay/schedule/view/schedule-summary";
import { PageButton } from "@/components/ui/page-button";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { Wallet } from "@/wallet/wallet";

const LOOK_MS = 10_000;

interface RunningListProps {
  schedules: readonly PageSchedule[];
  /** Null where nothing can be cancelled from here. */
  wallet: Wallet | null;
  onAgain: () => void;
}

/** Everything that leaves one wallet by itself, each with its own way to end it. */
export function RunningList({ schedules, wallet, onAgain }: RunningListProps) {
  const t = useT();
  return (
    <Panel key="list" title={t("schedule.running.count", { count: schedules.length })}>
      {schedules.length === 0 && <p className="mt-3 text-sm leading-relaxed">{t("schedule.running.none")}</p>}
      {schedules.map((drawn) => (
        <Running key={drawn.token} drawn={drawn} wallet={wallet} />
      ))}
      <p className="mt-4 text-center">
        <PageButton look="quiet" onClick={onAgain}>
          {t("pay.lookAgain")}
        </PageButton>
      </p>
      <ChangeWallet />
    </Panel>
  );
}

function Running({ drawn, wallet }: { drawn: PageSchedule; wallet: Wallet | null }) {
  const t = useT();
  const [page, setPage] = useState(drawn);
  const [isOpen, setOpen] = useState(false);
  const { token, shown } = drawn;
  const look = useCallback(async () => setPage(await readSchedule(token, shown)), [token, shown]);
  useEffect(() => {
    // Only while something is going to change: a payer may have a hundred of them.
    if (wallet === null || !isOpen) return;
    const ended = new AbortController();
    void poll(look, LOOK_MS, ended.signal);
    return () => ended.abort();
  }, [look, wallet, isOpen]);
  const status = page.cancelledBy === "deadline" ? "expired" : page.status;
  return (
    <article className="mt-5 rounded-md border border-line px-4 py-3">
      <h3 className="text-lg font-semibold wrap-anywhere">
        <bdi dir="ltr">{sumText(t, shown, costOf(shown))}</bdi> {t(`schedule.every.${shown.frequency}`)}
      </h3>
      <dl className="mt-2">
        <Line name={t("pay.recipient")}>
          <Code text={shown.recipient} what={t("pay.recipient")} />
        </Line>
        <Line name={t("pay.network")}>{page.network.name}</Line>
        <Line name={t("schedule.running.status")}>{t(`schedule.status.${status}`)}</Line>
        <Line name={t("schedule.running.paid")}>
          {t("schedule.progress", { count: page.processed, needed: shown.payments })}
        </Line>
        {page.nextPayment !== null && (
          <Line name={t("schedule.next")}>
            <When t={t} at={new Date(page.nextPayment)} />
          </Line>
        )}
        <Line name={t("schedule.running.rest")}>
          <bdi dir="ltr">{sumText(t, shown, page.status === "cancelled" ? 0n : restOf(page))}</bdi>
        </Line>
      </dl>
      <p className="mt-2 flex flex-wrap justify-between gap-x-4">
        <a
          href={`/pay/schedule?token=${token}`}
          className="inline-flex min-h-9 items-center text-sm font-medium text-accent underline underline-offset-4"
        >
          {t("schedule.running.open")}
        </a>
        {!isOpen && wallet && (
          <PageButton look="quiet" onClick={() => setOpen(true)}>
            {t("schedule.cancel.button")}
          </PageButton>
        )}
      </p>
      {isOpen && wallet && (
        <div className="mt-4 border-t border-dashed border-line pt-4">
          <CancelSchedule page={page} wallet={wallet} look={look} isAsked />
        </div>
      )}
    </article>
  );
}
