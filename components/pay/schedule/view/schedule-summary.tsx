import { formatMoment } from "@/components/i18n/format-moment";
import { Moment } from "@/components/i18n/moment";
import type { Translator } from "@/components/i18n/translator";
import { Code } from "@/components/pay/parts/code";
import { Line } from "@/components/pay/parts/line";
import { costOf, sumText } from "@/components/pay/schedule/view/schedule-money";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";

/** What leaves the wallet, how often, to whom, and the most that it can ever be. */
export function ScheduleSummary({ t, page }: { t: Translator; page: PageSchedule }) {
  const { shown, network, reference, merchant } = page;
  const { amount, fee, frequency, payments, deadline } = shown;
  const most = costOf(shown) * BigInt(payments);
  return (
    <section aria-labelledby="schedule-amount">
      <p className="text-xs font-semibold tracking-widest text-muted uppercase">{t("schedule.title")}</p>
      <h1 id="schedule-amount" className="mt-2 font-serif text-4xl leading-tight font-semibold wrap-anywhere">
        <bdi dir="ltr">{sumText(t, shown, amount)}</bdi>{" "}
        <span className="block text-xl font-medium">{t(`schedule.every.${frequency}`)}</span>
      </h1>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        {merchant !== null && (
          <span className="basis-full font-medium wrap-anywhere text-ink">
            {t.rich("schedule.by", { name: <bdi>{merchant}</bdi> })}
          </span>
        )}
        <span>{t("schedule.times", { count: payments })}</span>
        <span>{t("pay.on", { network: network.name })}</span>
        {network.isTestnet && (
          <span className="rounded-full bg-warning-soft px-2.5 py-0.5 text-xs font-medium text-warning">
            {t("pay.testnet")}
          </span>
        )}
      </p>
      <dl className="mt-5 border-t border-dashed border-line">
        <Line name={t("pay.recipient")}>
          <Code text={shown.recipient} what={t("pay.recipient")} />
        </Line>
        <Line name={t("schedule.from")}>
          <Code text={shown.payer} what={t("schedule.from")} />
        </Line>
        {reference !== null && (
          <Line name={t("pay.reference")}>
            <bdi>{reference}</bdi>
          </Line>
        )}
        {fee && (
          <>
            <Line name={t("schedule.fee")}>
              <bdi dir="ltr">{sumText(t, shown, fee.amount)}</bdi>
            </Line>
            <Line name={t("schedule.feeTo")}>
              <Code text={fee.address} what={t("schedule.feeTo")} />
            </Line>
          </>
        )}
        <Line name={t("schedule.until")}>
          <When t={t} at={new Date(deadline * 1_000)} />
        </Line>
        <Line
          name={<strong className="text-ink">{t("schedule.most")}</strong>}
          note={
            <span className="wrap-anywhere">
              {t("schedule.mostText", { amount: sumText(t, shown, costOf(shown)), count: payments })}
            </span>
          }
        >
          <strong className="text-base">
            <bdi dir="ltr">{sumText(t, shown, most)}</bdi>
          </strong>
        </Line>
      </dl>
    </section>
  );
}

/** A date and time, as the page writes all of them. */
export function When({ t, at }: { t: Translator; at: Date }) {
  const iso = at.toISOString();
  return <Moment at={iso} inUtc={formatMoment(iso, t.locale, "UTC")} />;
}
