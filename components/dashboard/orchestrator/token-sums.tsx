import { Amount } from "@/components/ui/amount";
import type { TokenSum } from "@/server/dashboard/orchestrators/schema";
import { useNames } from "../networks";

/** Money of several tokens, each by itself: sums of different tokens are never added up. */
export function TokenSums({ sums }: { sums: readonly TokenSum[] }) {
  const names = useNames();
  if (sums.length === 0) return <span className="text-muted">Nothing yet</span>;
  return (
    <ul className="grid gap-1">
      {sums.map((sum) => (
        <li key={sum.currencyId}>
          <Amount value={sum.amount} unit={sum.currency} />{" "}
          <span className="text-muted">on {names.network(sum.network)}</span>
        </li>
      ))}
    </ul>
  );
}
