import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, type FrameLocator, type Page } from "@playwright/test";
import type { Stack } from "@/local/running-stack/stack-file";
import { repositoryRoot } from "@/repository-root";
import { readPage } from "@/scripts/testing/documentation";
import { bareEnvironment } from "./npm-start";
import type { PageLink } from "./payer-page";

const GUIDE = readPage("docs/guides/embed.md");

/** The code of the guide's blocks with this mark, as one text. */
export function guideCode(mark: string): string {
  const blocks = [...GUIDE.matchAll(new RegExp(`^\`\`\`${mark}\n(.*?)^\`\`\``, "gms"))];
  if (blocks.length === 0) throw new Error(`the guide has no block "${mark}"`);
  return blocks.map(([, text]) => text).join("\n");
}

/** What a page of the guide is, for this stack and this link. */
export function guidePage(stack: Stack, mark: string, token: string): string {
  const html = guideCode(mark)
    .replaceAll("https://pay.example", new URL(stack.payUrl).origin)
    .replaceAll("TOKEN", token);
  return `<!doctype html><html lang="en"><title>Shop</title><body>${html}</body></html>`;
}

/** A shop on an origin of its own: the service is at 127.0.0.1, the shop at another name of this machine. */
export interface EmbeddingShop {
  origin: string;
  /** The same server under another name, which no client ID allows. */
  otherOrigin(name: string): string;
  /** What it answers at a path from now on. */
  serve(path: string, body: string | (() => Promise<object>)): void;
  close(): Promise<void>;
}

export async function startShop(): Promise<EmbeddingShop> {
  const pages = new Map<string, string | (() => Promise<object>)>();
  const server = createServer(async (request, response) => {
    const body = pages.get(new URL(request.url ?? "/", "http://shop").pathname);
    if (body === undefined) return response.writeHead(404).end();
    if (typeof body === "string")
      return response.setHeader("content-type", "text/html; charset=utf-8").end(body);
    response.setHeader("content-type", "application/json").end(JSON.stringify(await body()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const otherOrigin = (name: string) => `http://${name}:${port}`;
  return {
    origin: otherOrigin("localhost"),
    otherOrigin,
    serve: (path, body) => void pages.set(path, body),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The commands of the guide, which make a client ID for the shop's origin and a link with it. */
export async function linkOfGuide(
  stack: Stack,
  dataDir: string,
  shop: EmbeddingShop,
): Promise<PageLink & { clientId: string }> {
  const { stdout } = await promisify(execFile)(
    "bash",
    ["-euo", "pipefail", "-c", `${guideCode("sh embed")}\necho\necho $CLIENT`],
    {
      cwd: repositoryRoot(),
      env: { ...bareEnvironment(dataDir), API: stack.apiUrl, SHOP: shop.origin },
    },
  );
  const [answer = "", clientId = ""] = stdout.trim().split(/\n+/);
  const { token, requestIds, securePaymentUrl } = JSON.parse(answer);
  return { token, requestIds, url: securePaymentUrl, clientId };
}

/** A link that a client ID of the shop makes. */
export async function linkOfClient(
  stack: Stack,
  shop: EmbeddingShop,
  clientId: string,
  path: string,
  body: object,
): Promise<PageLink> {
  const answer = await fetch(`${stack.apiUrl}${path}`, {
    method: "POST",
    headers: { "x-client-id": clientId, origin: shop.origin, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const json = await answer.json();
  expect(answer.status, JSON.stringify(json)).toBe(201);
  return { token: json.token, requestIds: json.requestIds ?? [], url: json.securePaymentUrl };
}

/** What is inside the element. */
export const insideOf = (page: Page): FrameLocator =>
  page.locator("quittance-checkout iframe").contentFrame();

/** Keeps what the element of a page says, from before it says anything; read with `eventsOn`. */
export function hearEvents(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const type of ["start", "complete", "error"]) {
      // Its events do not bubble: they are met on their way down.
      const hear = (event: Event) => {
        if (!(event.target instanceof Element) || event.target.localName !== "quittance-checkout") return;
        heard.push(event instanceof CustomEvent && event.detail ? `${type} ${event.detail.code}` : type);
      };
      window.addEventListener(type, hear, true);
    }
  });
}

export const eventsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard);

/** The browser refuses a frame by the policy of what is in it, and shows a page of its own, which is empty. */
export async function expectRefused(page: Page, depth = 1): Promise<void> {
  await expect.poll(() => page.frames().length).toBe(depth + 1);
  await expect.poll(() => page.frames()[depth]?.url()).toContain("chrome-error:");
}
