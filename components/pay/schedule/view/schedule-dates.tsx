import type { Translator } from "@/components/i18n/translator";
import { datesOf } from "@/components/pay/schedule/view/schedule-money";
import { When } from "@/components/pay/schedule/view/schedule-summary";
import type { PageInstalment, PageSchedule } from "@/server/recurring-payouts/page/page-schema";

const AT_ONCE = 4;

/**
 * The actual dates of all instalments, the last paid and the next ones first, and the transactions of those that are
 * paid. Of a schedule that was ended early only what was paid: nothing else will be.
 */
export function ScheduleDates({ t, page }: { t: Translator; page: PageSchedule }) {
  const { shown, processed, instalments, status } = page;
  const all = datesOf(shown).map((at, position) => ({
    at,
    number: position + 1,
    instalment: instalments.find(({ index }) => index === position + 1),
  }));
  const rows = status === "cancelled" ? all.slice(0, processed) : all;
  if (rows.length === 0) return null;
  const from = Math.max(0, Math.min(processed - 1, rows.length - AT_ONCE));
  const next = rows.slice(from, from + AT_ONCE);
  const note = shown.frequency === "MONTHLY" || shown.frequency === "YEARLY" ? shown.frequency : null;
  return (
    <section className="mt-6" aria-labelledby="schedule-dates">
      <h2 id="schedule-dates" className="font-serif text-xl font-semibold">
        {t("schedule.dates")}
      </h2>
      {note && <p className="mt-2 text-sm leading-relaxed">{t(`schedule.note.${note}`)}</p>}
      <Rows t={t} page={page} rows={next} />
      {rows.length > AT_ONCE && (
        <details className="mt-2 text-sm">
          <summary className="cursor-pointer py-2 font-medium text-accent">
            {t("schedule.allDates", { count: rows.length })}
          </summary>
          <Rows t={t} page={page} rows={rows} />
        </details>
      )}
    </section>
  );
}

interface RowsProps {
  t: Translator;
  page: PageSchedule;
  rows: { at: Date; number: number; instalment: PageInstalment | undefined }[];
}

function Rows({ t, page, rows }: RowsProps) {
  return (
    <ul className="mt-3 border-t border-dashed border-line">
      {rows.map(({ at, number, instalment }) => (
        <li key={number} className="border-b border-dashed border-line py-2.5 text-sm">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
            <span className="text-muted">
              {t("pay.payment", { number })}
              {instalment?.isPaid ? ` · ${t("schedule.instalment.paid")}` : ""}
            </span>
            <span className="ms-auto font-medium">
              <When t={t} at={at} />
            </span>
          </span>
          {instalment?.paid && <Transaction page={page} hash={instalment.paid.txHash} />}
        </li>
      ))}
    </ul>
  );
}

function Transaction({ page: { network }, hash }: { page: PageSchedule; hash: string }) {
  const look = "mt-1 block font-mono text-xs break-all";
  return network.explorer ? (
    <a
      href={`${network.explorer.transactionPrefix}${hash}`}
      target="_blank"
      rel="noreferrer"
      className={`${look} text-accent underline underline-offset-4`}
      dir="ltr"
    >
      {hash}
    </a>
  ) : (
    <span className={look} dir="ltr">
      {hash}
    </span>
  );
}
