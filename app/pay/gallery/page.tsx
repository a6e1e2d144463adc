import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { FIRST_STATES } from "@/components/pay/gallery/first-states";
import { FLOW_STATES } from "@/components/pay/gallery/flow-states";
import { SCHEDULE_STATES } from "@/components/pay/gallery/schedule-states";
import { VERDICTS } from "@/components/pay/gallery/verdicts";
import { app } from "@/server/boot";

export const metadata: Metadata = { title: "States of the payment page" };

/** Every state of the payer's page, with made-up payments. In development and in the end-to-end tests only. */
export default function Gallery() {
  if (!app().config.pageGallery) notFound();
  return (
    <main className="mx-auto max-w-2xl px-5 py-12">
      <h1 className="font-serif text-3xl font-semibold">States of the payment page</h1>
      <p className="mt-3 text-muted">Made-up payments: there is nothing to pay here.</p>
      <States title="As it opens" names={Object.keys(FIRST_STATES)} />
      <States title="With a wallet" names={Object.keys(FLOW_STATES)} />
      <States title="Quittances that were checked" names={Object.keys(VERDICTS)} />
      <States title="Recurring payouts" names={Object.keys(SCHEDULE_STATES)} />
    </main>
  );
}

function States({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <section className="mt-8">
      <h2 className="font-serif text-xl font-semibold">{title}</h2>
      <ul className="mt-3 columns-2 gap-6">
        {names.map((name) => (
          <li key={name} className="py-1">
            <Link
              href={`/pay/gallery/${name}`}
              prefetch={false}
              className="text-accent underline underline-offset-4"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
