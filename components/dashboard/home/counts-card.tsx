import Link from "next/link";
import { Card } from "@/components/ui/card";
import type { Overview } from "@/server/dashboard/overview-schema";
import type { PaymentStatus } from "@/server/dashboard/payments-schema";

const GROUPS: { name: string; statuses: PaymentStatus[]; note: string }[] = [
  { name: "Open", statuses: ["pending", "in_progress"], note: "waiting for the payer or the chain" },
  { name: "Paid", statuses: ["paid"], note: "in full and in time" },
  { name: "Late", statuses: ["late"], note: "in full, after the link had expired" },
  { name: "Partial", statuses: ["partial"], note: "less than was asked for" },
  { name: "Expired", statuses: ["expired"], note: "nobody paid in time" },
];

/** How many requests of the period are in which state; each count leads to its list. */
export function CountsCard({ overview }: { overview: Overview }) {
  const from = overview.from.slice(0, 10);
  return (
    <Card title="Payment requests" description="Created in this period, by their state now">
      <ul className="-my-2 divide-y divide-dashed divide-line">
        {GROUPS.map(({ name, statuses, note }) => (
          <li key={name}>
            <Link
              href={`/dashboard/get-paid?status=${statuses.join(",")}&from=${from}`}
              prefetch={false}
              className="group flex items-baseline justify-between gap-4 py-2.5"
            >
              <span className="min-w-0">
                <span className="font-medium group-hover:text-accent">{name}</span>
                <span className="ml-2 text-sm text-muted">{note}</span>
              </span>
              <span className="font-serif text-lg">
                {statuses.reduce((sum, status) => sum + (overview.counts.incoming[status] ?? 0), 0)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
