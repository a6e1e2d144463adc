import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { docsPath, EVENTS_GROUP } from "@/components/docs/catalogue";
import { EventsPage } from "@/components/docs/events/events-page";
import { Trail } from "@/components/docs/frame";
import { PageList } from "@/components/docs/page-list";
import { app } from "@/server/boot";
import { contents, reference } from "../reference";

interface Props {
  params: Promise<{ group: string }>;
}

const listed = (slug: string) => contents.find(({ href }) => href === `/docs/${slug}`);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: listed((await params).group)?.name ?? "Not found" };
}

export default async function GroupOfOperations({ params }: Props) {
  const group = listed((await params).group);
  if (!group) notFound();
  if (group.href === docsPath(EVENTS_GROUP)) {
    const { headerPrefix } = app().config.wire;
    const [example] = Object.values(reference().webhooks);
    if (!example) notFound();
    return <EventsPage entries={group.entries} example={example.post} headerPrefix={headerPrefix} />;
  }
  return (
    <>
      <Trail steps={[{ name: "Reference", href: "/docs" }]} />
      <h1 className="font-serif text-3xl font-semibold tracking-tight">{group.name}</h1>
      <PageList entries={group.entries} />
    </>
  );
}
