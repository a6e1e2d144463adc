import { Card } from "@/components/ui/card";
import type { Overview } from "@/server/dashboard/overview-schema";

const STEPS: { key: keyof Overview["funnel"]; name: string }[] = [
  { key: "links", name: "Links created" },
  { key: "opened", name: "Opened" },
  { key: "connected", name: "Wallet connected" },
  { key: "sent", name: "Sent to the wallet" },
  { key: "approved", name: "Approved in the wallet" },
  { key: "paid", name: "Paid" },
];

/** Where payers get to, and where they stop. */
export function FunnelCard({ funnel }: { funnel: Overview["funnel"] }) {
  return (
    <Card
      title="How far payers come"
      description="Steps before the payment are told by payers' browsers; a link that is paid past its page has none"
    >
      {funnel.links === 0 ? (
        <p className="text-sm text-muted">No links were created in this period.</p>
      ) : (
        <ol className="grid grid-cols-1 gap-3">
          {STEPS.map(({ key, name }) => (
            <li key={key} className="grid grid-cols-1 gap-1">
              <span className="flex justify-between gap-3 text-sm">
                {name}
                <span>
                  {funnel[key]}
                  <span className="ml-2 inline-block w-14 text-right whitespace-nowrap text-muted">
                    {share(funnel[key], funnel.links)}
                  </span>
                </span>
              </span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${Math.min(100, (100 * funnel[key]) / funnel.links)}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`;
}
