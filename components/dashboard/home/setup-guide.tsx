import Link from "next/link";
import { Check } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { OperationId } from "@/server/auth/operations/operations";
import type { Overview } from "@/server/dashboard/overview-schema";
import { Allowed } from "../roles/allowed";

interface Step {
  key: keyof Overview["setup"];
  title: string;
  why: string;
  href: string;
  /** What is done or seen there. For other roles it is a step of somebody else. */
  operation: OperationId;
}

const STEPS: readonly Step[] = [
  {
    key: "hasDestination",
    title: "Set up where you are paid",
    why: "A chain, a token and your wallet.",
    href: "/dashboard/manage-destination",
    operation: "createPayeeDestinationSession",
  },
  {
    key: "hasRequest",
    title: "Request your first payment",
    why: "You get a link to send to whoever pays.",
    href: "/dashboard/get-paid/new",
    operation: "createSecurePayment",
  },
  {
    key: "hasClientId",
    title: "Generate a client ID",
    why: "Only for a website or a server that makes requests for you.",
    href: "/dashboard/manage-destination#client-ids",
    operation: "createClientIdSession",
  },
  {
    key: "hasWebhook",
    title: "Add a webhook",
    why: "Your server hears of each payment the moment it is confirmed.",
    href: "/dashboard/manage-destination#webhooks",
    operation: "createWebhook",
  },
  {
    key: "hasPayment",
    title: "Be paid",
    why: "The first payment shows up here by itself.",
    href: "/dashboard/get-paid",
    operation: "listDashboardPayments",
  },
];

/** What is left to do until the first payment. */
export function SetupGuide({ setup }: { setup: Overview["setup"] }) {
  const done = STEPS.filter(({ key }) => setup[key]).length;
  return (
    <Card title="Getting started" description={`${done} of ${STEPS.length} done`}>
      <ol className="-my-2 divide-y divide-dashed divide-line">
        {STEPS.map(({ key, title, why, href, operation }) => (
          <li key={key} className="flex gap-4 py-3">
            <span
              aria-hidden="true"
              className={cn(
                "mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border",
                setup[key] ? "border-accent bg-accent text-accent-ink" : "border-dashed border-edge",
              )}
            >
              {setup[key] && <Check className="size-3.5" strokeWidth={3} />}
            </span>
            <div className="min-w-0">
              {setup[key] ? (
                <p className="text-muted line-through">
                  {title} <span className="sr-only">(done)</span>
                </p>
              ) : (
                <Allowed to={operation} otherwise={<p className="font-medium">{title}</p>}>
                  <Link
                    href={href}
                    prefetch={false}
                    className="font-medium underline-offset-4 hover:underline"
                  >
                    {title}
                  </Link>
                </Allowed>
              )}
              <p className="text-sm text-muted">{why}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
