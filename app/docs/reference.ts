import { type ContentsGroup, contentsOf, docsPath, groupsOf, slugOf } from "@/components/docs/catalogue";
import { GUIDES, GUIDES_GROUP, guidePath } from "@/components/docs/guides/guides";
import description from "@/public/openapi.json";
import { app } from "@/server/boot";
import { addWords } from "@/server/http/openapi/add-words";
import type { OpenApi } from "@/server/http/openapi/document";
import { describeWebhooks } from "@/server/http/openapi/webhooks";

/** The file is what `describeApi` returned (`npm run openapi`), which TypeScript cannot see through JSON. */
const published = description as unknown as OpenApi;

export const groups = groupsOf(published);

export const guides: ContentsGroup = {
  name: GUIDES_GROUP,
  href: docsPath(GUIDES_GROUP),
  entries: GUIDES.map(({ slug, title, about }) => ({
    href: guidePath(slug),
    method: "guide",
    title,
    text: about,
  })),
};

export const contents = [
  guides,
  ...contentsOf(
    groups,
    Object.entries(published.webhooks).map(([name, { post }]) => ({ name, summary: post.summary })),
  ),
];

/** The description with the names of headers and the addresses of this installation in its webhooks. */
export function reference() {
  const { config } = app();
  const webhooks = describeWebhooks(config);
  return { ...published, webhooks: addWords({ ...published, paths: {}, webhooks }).webhooks };
}

/** What the pages of operations need to know of this installation. */
export function facts() {
  const { config } = app();
  return { apiUrl: config.urls.api, schemas: published.components.schemas, demoKey: config.demoApiKey };
}

/** The group that an address names. */
export function groupOf(slug: string) {
  return groups.find((one) => one.slug === slugOf(slug) && one.slug === slug);
}
