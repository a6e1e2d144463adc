import { formatMoney } from "@/components/i18n/format-amount";
import { formatDecimal } from "@/components/i18n/format-decimal";
import type { Translator } from "@/components/i18n/translator";
import { Fact } from "@/components/pay/parts/fact";
import type { PageBank } from "@/server/secure-payments/offramp/bank-schema";

/** Fees that have a name of ours; others keep the provider's. */
const FEES = ["developer_fee", "exchange_fee", "gas_fee"] as const;

/** Which bank account gets the money, what arrives there, and what the provider takes for it. */
export function BankLines({ t, bank }: { t: Translator; bank: PageBank }) {
  const { bankName, account, currency, receives, isEstimate, rate, fees, symbol } = bank;
  return (
    <>
      {bankName !== null && (
        <Fact name={t("pay.bank.account")}>
          <bdi className="font-medium">{bankName}</bdi>{" "}
          {account !== null && (
            <span className="font-mono text-[0.92em]" dir="ltr">
              {account}
            </span>
          )}
        </Fact>
      )}
      {currency !== null && (
        <Fact name={receivesName(t, bank)}>
          {receives === null ? (
            t("pay.bank.later", { currency })
          ) : (
            <span className="font-medium">{formatMoney(receives, currency, t.locale)}</span>
          )}
        </Fact>
      )}
      {rate !== null && currency !== null && (
        <Fact name={t("pay.bank.rate")}>
          <bdi dir="ltr">
            1 {symbol} = {formatDecimal(rate, t.locale)} {currency}
          </bdi>
          {isEstimate && <span className="block text-xs text-muted">{t("pay.bank.estimate")}</span>}
        </Fact>
      )}
      {fees.map(({ type, amount }) => (
        <Fact key={type} name={feeName(t, type)}>
          {formatMoney(amount, symbol, t.locale)}
        </Fact>
      ))}
      {receives !== null && fees.length === 0 && (
        <Fact name={t("pay.bank.fees")}>{t("pay.bank.noFees")}</Fact>
      )}
    </>
  );
}

function receivesName(t: Translator, { isDelivered, isEstimate, receives }: PageBank): string {
  if (isDelivered) return t("pay.bank.received");
  return t(isEstimate && receives !== null ? "pay.bank.receivesAbout" : "pay.bank.receives");
}

function feeName(t: Translator, type: string): string {
  const known = FEES.find((fee) => fee === type);
  return known ? t(`pay.bank.${known}`) : `${t("pay.bank.fees")} (${type})`;
}
