import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { docsPath, EVENTS_GROUP } from "@/components/docs/catalogue";
import { EventPage } from "@/components/docs/events/event-page";
import { OperationPage } from "@/components/docs/operation/operation-page";
import { app } from "@/server/boot";
import { facts, groupOf, reference } from "../../reference";

interface Props {
  params: Promise<{ group: string; page: string }>;
}

/** What the address names: an operation, an event, or nothing. */
async function find({ params }: Props) {
  const { group: slug, page } = await params;
  if (`/docs/${slug}` === docsPath(EVENTS_GROUP)) {
    const { webhooks } = reference();
    return Object.hasOwn(webhooks, page) ? { event: webhooks[page]?.post } : {};
  }
  const group = groupOf(slug);
  return { group, listed: group?.operations.find(({ operation }) => operation.operationId === page) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { event, listed } = await find(props);
  return { title: event?.operationId ?? listed?.operation.summary ?? "Not found" };
}

export default async function OperationOrEvent(props: Props) {
  const { event, group, listed } = await find(props);
  if (event) return <EventPage event={event} headerPrefix={app().config.wire.headerPrefix} />;
  if (!group || !listed) notFound();
  return <OperationPage listed={listed} group={group.name} facts={facts()} />;
}
