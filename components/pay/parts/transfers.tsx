import type { Translator } from "@/components/i18n/translator";
import { HashLine } from "@/components/pay/parts/hash-line";
import { explorerTransactionUrl } from "@/server/chains/networks";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

/** One line per transaction, however many transfers it made. */
export function Transfers({ t, facts }: { t: Translator; facts: PageFacts }) {
  const hashes = hashesOf(facts);
  return (
    <ul className="mt-4 border-t border-dashed border-line">
      {hashes.map((hash) => (
        <li key={hash} className="border-b border-dashed border-line py-2.5">
          <TransactionLine t={t} hash={hash} facts={facts} />
        </li>
      ))}
    </ul>
  );
}

/** A transaction on the network of the payment. */
export function TransactionLine({ t, hash, facts }: { t: Translator; hash: string; facts: PageFacts }) {
  const { id, explorer } = facts.network;
  const explorerUrl = explorer && !hasPrivateRecipient(facts) ? explorerTransactionUrl(id, hash) : null;
  return <HashLine name={t("pay.hash")} hash={hash} explorerUrl={explorerUrl} />;
}

/** The transactions of a payment, each once. */
export function hashesOf({ transfers }: PageFacts): string[] {
  return [...new Set(transfers.map(({ txHash }) => txHash))];
}

/** Whether a recipient keeps its address private, which an explorer would show. */
export function hasPrivateRecipient({ items }: PageFacts): boolean {
  return items.some(({ isMasked }) => isMasked);
}
