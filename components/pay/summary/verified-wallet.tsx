import type { Translator } from "@/components/i18n/translator";
import { Code } from "@/components/pay/parts/code";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

/** Whether all of it goes to the wallet that has proven itself as the merchant's. */
export function isVerified({ items }: PageFacts): boolean {
  return items.length > 0 && items.every((item) => item.isVerified);
}

interface VerifiedWalletProps {
  t: Translator;
  facts: PageFacts;
  merchant: string | null;
}

/** The recipient in full, and that it is the merchant's own wallet. One line of a list of terms. */
export function VerifiedWallet({ t, facts, merchant }: VerifiedWalletProps) {
  const [item] = facts.items;
  if (!item) return null;
  return (
    <div className="mt-2 mb-4 rounded-md border border-positive/30 px-3 py-2">
      <dt className="flex items-start gap-1.5 font-medium text-positive">
        <Shield />
        <span className="min-w-0 wrap-anywhere">
          {merchant === null
            ? t("pay.verifiedWallet")
            : t.rich("pay.verifiedWalletOf", { name: <bdi>{merchant}</bdi> })}
        </span>
      </dt>
      <dd className="mt-1">
        <Code text={item.recipient} what={t("pay.verifiedWallet")} />
      </dd>
      <dd className="mt-1 text-xs leading-relaxed">{t("pay.verifiedNote")}</dd>
    </div>
  );
}

function Shield() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="mt-0.5 size-4 shrink-0 fill-none stroke-current"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M8 1.800l5 1.900v4c0 3-2 5.300-5 6.500-3-1.200-5-3.500-5-6.500v-4zM5.600 8l1.800 1.800L10.600 6.300" />
    </svg>
  );
}
