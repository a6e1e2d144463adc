import type { Translator } from "@/components/i18n/translator";
import { BankLines } from "@/components/pay/bank/bank-lines";
import { MulticallDetails } from "@/components/pay/multicall/multicall-details";
import { Toggle } from "@/components/pay/parts/toggle";
import { Details } from "@/components/pay/summary/details";
import type { PageStateOf } from "@/server/secure-payments/page/page-schema";

type Paid = PageStateOf<"paid" | "overpaid" | "paid_late">;

/** What was paid to whom, below the news that it is. */
export function PaidDetails({ t, page: { facts, bundle, bank } }: { t: Translator; page: Paid }) {
  if (!facts) return null;
  if (bundle) return <MulticallDetails bundle={bundle} />;
  return (
    <>
      {bank && (
        <dl className="mt-5 border-t border-dashed border-line pt-3 text-sm">
          <BankLines t={t} bank={bank} />
        </dl>
      )}
      <Toggle>
        <Details t={t} facts={facts} />
      </Toggle>
    </>
  );
}
