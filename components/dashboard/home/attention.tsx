import Link from "next/link";
import { CircleAlert, TriangleAlert } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { Overview } from "@/server/dashboard/overview-schema";
import { useWaitingForMe } from "../queries";
import { useMay } from "../roles/role";
import { type AttentionItem, attentionItems, waitingItems } from "./attention-items";

/** What a merchant should look at before anything else. Nothing while there is nothing. */
export function Attention({ overview }: { overview: Overview }) {
  const may = useMay();
  const waiting = useWaitingForMe();
  const items = [...waitingItems(waiting), ...attentionItems(overview)].filter(({ operation }) =>
    may(operation),
  );
  if (items.length === 0) return null;
  return (
    <Card title="Needs attention">
      <ul className="-my-2 divide-y divide-dashed divide-line">
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Item({ item: { tone, url, text, href, action } }: { item: AttentionItem }) {
  const Icon = tone === "danger" ? CircleAlert : TriangleAlert;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 text-sm">
      <p className="flex min-w-0 flex-1 basis-64 gap-3">
        <Icon
          aria-hidden="true"
          className={cn("mt-0.5 size-4 shrink-0", tone === "danger" ? "text-danger" : "text-warning")}
        />
        <span className="min-w-0 wrap-anywhere">
          {url !== undefined && <span className="font-mono text-xs">{url} </span>}
          {text}
        </span>
      </p>
      <Link
        href={href}
        prefetch={false}
        className="ml-7 font-medium whitespace-nowrap text-accent underline underline-offset-4"
      >
        {action}
      </Link>
    </div>
  );
}
