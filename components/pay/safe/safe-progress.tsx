import { formatMoment } from "@/components/i18n/format-moment";
import type { Translator } from "@/components/i18n/translator";
import { Bar } from "@/components/pay/parts/bar";
import { Code } from "@/components/pay/parts/code";
import { Line } from "@/components/pay/parts/line";
import type { PageSafe } from "@/server/secure-payments/page/page-schema";

/** How far the owners of a Safe are, who executes what they sign, and until when it is waited for. */
export function SafeProgress({ t, safe }: { t: Translator; safe: PageSafe }) {
  const {
    address,
    threshold: needed,
    owners,
    signatures,
    rejections,
    safeTxHash,
    deadline,
    holdsUntil,
  } = safe;
  const signed = signatures === null ? null : Math.min(signatures, needed);
  const collected = signed === null ? null : t("pay.safe.signaturesOf", { count: signed, needed });
  return (
    <>
      {signed !== null && collected !== null && (
        <div className="mt-4">
          <Bar value={signed} max={needed} label={`${t("pay.safe.signatures")}: ${collected}`} />
        </div>
      )}
      <dl className="mt-3 border-y border-dashed border-line">
        <Line name={t("pay.safe.signatures")} note={t("pay.safe.ownersOf", { needed, owners })}>
          {collected ?? t("pay.safe.signaturesNeeded", { needed })}
        </Line>
        {rejections !== null && rejections > 0 && (
          <Line name={t("pay.safe.rejections")}>
            {t("pay.safe.signaturesOf", { count: Math.min(rejections, needed), needed })}
          </Line>
        )}
        <Line name={t("pay.safe.account")}>
          <Code text={address} what={t("pay.safe.account")} />
        </Line>
        <Line name={t("pay.safe.hash")}>
          <Code text={safeTxHash} what={t("pay.safe.hash")} />
        </Line>
      </dl>
      <p className="mt-3 text-sm leading-relaxed text-muted">{t("pay.safe.execute")}</p>
      <p className="mt-2 text-sm leading-relaxed text-muted">
        {deadline !== null && (
          <>{t("pay.in_progress.deadline", { date: formatMoment(deadline, t.locale, "UTC") })} </>
        )}
        {t("pay.safe.holds", { date: formatMoment(holdsUntil, t.locale, "UTC") })}
      </p>
    </>
  );
}
