import type { Translator } from "@/components/i18n/translator";
import { amountText, askedOf, sumsText } from "@/components/pay/money/sums";
import { RecipientName } from "@/components/pay/names/recipient-name";
import { Code } from "@/components/pay/parts/code";
import { TableLine } from "@/components/pay/parts/table-line";
import type { PageFacts, PageItem } from "@/server/secure-payments/page/page-schema";

/** Everything there is to compare, as a table: every recipient in full, amounts, references, fees. */
export function Details({ t, facts }: { t: Translator; facts: PageFacts }) {
  const { items, fees, network } = facts;
  const isBatch = items.length > 1;
  return (
    <table className="block rounded-md bg-sunken px-4 py-1">
      {items.map((item, index) => (
        <tbody key={item.requestId} className="block border-b border-dashed border-line py-1 last:border-b-0">
          {isBatch && (
            <tr className="block">
              <th scope="rowgroup" className="block pt-2 text-start text-xs font-semibold text-muted">
                {t("pay.payment", { number: index + 1 })}
              </th>
            </tr>
          )}
          <Item t={t} item={item} facts={facts} />
        </tbody>
      ))}
      <tbody className="block">
        {isBatch && <TableLine name={t("pay.total")}>{sumsText(askedOf(facts), t.locale)}</TableLine>}
        {fees.map(({ label, bearer, amount, symbol, decimals }) => (
          <TableLine
            key={`${label}${bearer}`}
            name={t(bearer === "payer" ? "pay.feeAdded" : "pay.feeIncluded", { label })}
          >
            {amountText(amount, decimals, symbol, t.locale)} {symbol}
          </TableLine>
        ))}
        <TableLine name={t("pay.network")}>{network.name}</TableLine>
      </tbody>
    </table>
  );
}

function Item({ t, item, facts }: { t: Translator; item: PageItem; facts: PageFacts }) {
  const { recipient, isMasked, paymentReference } = item;
  const { amount, decimals, symbol } = item.invoice ?? item;
  return (
    <>
      {recipient !== "" && (
        <TableLine name={t("pay.recipient")} note={isMasked ? t("pay.recipientMasked") : undefined}>
          {!isMasked && <RecipientName address={recipient} network={facts.network} />}
          <Code text={recipient} what={t("pay.recipient")} isWhole={!isMasked} />
          {!isMasked && facts.network.explorer && (
            <a
              href={`${facts.network.explorer.addressPrefix}${recipient}`}
              target="_blank"
              rel="noreferrer"
              className="mt-0.5 block text-xs text-accent underline underline-offset-4"
            >
              {t("pay.explorer")}
            </a>
          )}
        </TableLine>
      )}
      <TableLine name={t("pay.amount")}>
        {amountText(amount, decimals, symbol, t.locale)} {symbol}
      </TableLine>
      {item.invoice && item.amount !== "0" && (
        <TableLine name={t("pay.quote.amount", { symbol: item.symbol })}>
          {amountText(item.amount, item.decimals, item.symbol, t.locale)} {item.symbol}
        </TableLine>
      )}
      <TableLine name={t("pay.paymentReference")}>
        <Code text={paymentReference} what={t("pay.paymentReference")} />
      </TableLine>
    </>
  );
}
