import type { ReactNode } from "react";
import { formatFigures, formatMoney } from "@/components/i18n/format-amount";
import type { Translator } from "@/components/i18n/translator";
import { feeSentence, inOrder, percentOf } from "@/components/onboarding/fee-words";
import type { Offer, OfferedExample } from "@/server/dashboard/onboarding/offer-schema";
import type { ChargedFee } from "@/server/fees/configs/schema";
import { SCREENING_PROVIDERS } from "@/server/providers/kyt/names";

interface TermsProps {
  t: Translator;
  offer: Offer;
  /** Network of the worked example; the first there is one for, while none is known. */
  network?: string | undefined;
  level: 2 | 3;
  /** In place of what is said about screening where the platform chooses. */
  screeningChoice?: ReactNode;
}

/** What a platform agrees to, in plain words: what it costs, who is checked, how it looks, and how it ends. */
export function Terms({ t, offer, network, level, screeningChoice }: TermsProps) {
  const { partner, fees, kyt } = offer;
  const name = <bdi>{partner}</bdi>;
  return (
    <div className="mt-5 grid grid-cols-1 gap-6 border-t border-dashed border-line pt-5 text-sm leading-relaxed">
      <Part title={t("onboarding.access.title", { partner })} level={level}>
        <p>{t.rich("onboarding.access.text", { partner: name, name: <bdi>{offer.clientIdName}</bdi> })}</p>
        {offer.allowedDomains.length > 0 && (
          <p className="mt-2">
            {t("onboarding.access.domains")}{" "}
            <bdi className="font-medium wrap-anywhere" dir="ltr">
              {offer.allowedDomains.join(", ")}
            </bdi>
          </p>
        )}
        <p className="mt-2">{t.rich("onboarding.access.custody", { partner: name })}</p>
      </Part>
      <Part title={t("onboarding.fee.title")} level={level}>
        {fees.length === 0 ? (
          <p>{t.rich("onboarding.fee.none", { partner: name })}</p>
        ) : (
          <ul className="grid grid-cols-1 gap-2">
            {inOrder(fees).map((fee) => (
              <li key={`${fee.flow} ${fee.feeBearer}`}>
                <Fee t={t} fee={fee} />
              </li>
            ))}
          </ul>
        )}
        {examplesFor(offer, network).map((example) => (
          <Example key={example.flow} t={t} example={example} partner={partner} />
        ))}
        <p className="mt-3 text-muted">{t.rich("onboarding.fee.changes", { partner: name })}</p>
      </Part>
      <Part title={t("onboarding.screening.title")} level={level}>
        {kyt ? (
          <Prescribed t={t} offer={offer} />
        ) : (
          (screeningChoice ?? <p>{t.rich("onboarding.screening.yours", { partner: name })}</p>)
        )}
      </Part>
      <Part title={t("onboarding.look.title")} level={level}>
        <p>
          {offer.branding ? t.rich("onboarding.look.partner", { partner: name }) : t("onboarding.look.plain")}
        </p>
      </Part>
      <Part title={t("onboarding.leave.title")} level={level}>
        <p>{t.rich("onboarding.leave.text", { partner: name })}</p>
      </Part>
    </div>
  );
}

function Fee({ t, fee }: { t: Translator; fee: ChargedFee }) {
  const percent = <strong>{percentOf(fee.bps, t.locale)}</strong>;
  return (
    <>
      {t.rich(feeSentence(fee), { percent })}
      {fee.usdCap !== null && (
        <> {t("onboarding.fee.cap", { cap: formatFigures(fee.usdCap, "USD", t.locale) })}</>
      )}
    </>
  );
}

/** The first is asked; the second only where the first cannot answer. */
function Prescribed({ t, offer }: { t: Translator; offer: Offer }) {
  const [first, second] = offer.kyt?.providers ?? [];
  const name = <bdi>{offer.partner}</bdi>;
  if (!first) return <p>{t("onboarding.screening.none")}</p>;
  return (
    <>
      <p>{t("onboarding.screening.by", { provider: SCREENING_PROVIDERS[first.provider].name })}</p>
      {second && (
        <p className="mt-2">
          {t("onboarding.screening.backup", { provider: SCREENING_PROVIDERS[second.provider].name })}
        </p>
      )}
      <p className="mt-2 text-muted">{t.rich("onboarding.screening.fixed", { partner: name })}</p>
    </>
  );
}

/** The examples of one network: incoming payments always, outgoing ones where the partner earns at them. */
function examplesFor({ examples, fees }: Offer, network: string | undefined): OfferedExample[] {
  const shown = examples.find((example) => example.network === network)?.network ?? examples[0]?.network;
  return examples.filter(
    (example) =>
      example.network === shown &&
      (example.flow === "incoming" || fees.some(({ flow }) => flow === "outgoing")),
  );
}

function Example({ t, example, partner }: { t: Translator; example: OfferedExample; partner: string }) {
  const usd = (amount: string) => formatMoney(amount, "USD", t.locale);
  const isIncoming = example.flow === "incoming";
  const rows: [ReactNode, string][] = [
    [t(isIncoming ? "onboarding.example.payer" : "onboarding.example.youPay"), example.payerPays],
    [t(isIncoming ? "onboarding.example.youGet" : "onboarding.example.recipient"), example.recipientGets],
    [t.rich("onboarding.example.partner", { partner: <bdi>{partner}</bdi> }), example.partnerGets],
    [t("onboarding.example.service"), example.serviceGets],
  ];
  return (
    <table className="mt-3 w-full rounded-md bg-sunken">
      <caption className="mt-3 -mb-3 rounded-md bg-sunken px-4 pt-3 pb-4 text-start font-medium">
        {t(isIncoming ? "onboarding.example.incoming" : "onboarding.example.outgoing", {
          amount: usd(example.gross),
        })}
      </caption>
      <tbody className="block px-4 pb-2">
        {rows
          .filter(([, amount], index) => index < 3 || amount !== "0")
          .map(([name, amount], index) => (
            <tr
              // The rows are always the same four, in their order.
              // biome-ignore lint/suspicious/noArrayIndexKey: their names may be elements
              key={index}
              className="flex flex-wrap justify-between gap-x-4 border-b border-dashed border-line py-1.5 last:border-b-0"
            >
              <th scope="row" className="min-w-0 text-start font-normal wrap-anywhere">
                {name}
              </th>
              <td className="ms-auto font-medium whitespace-nowrap">{usd(amount)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function Part({ title, level, children }: { title: string; level: 2 | 3; children: ReactNode }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section>
      <Heading className="mb-1.5 font-serif text-base font-semibold">{title}</Heading>
      {children}
    </section>
  );
}
