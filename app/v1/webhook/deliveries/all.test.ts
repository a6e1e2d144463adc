import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aSession } from "@/server/testing/credentials";
import { send } from "@/server/testing/send";
import { startWebhookPost, type WebhookPost } from "@/server/testing/webhooks/webhook-post";
import { GET } from "./route";

let post: WebhookPost;
beforeEach(async () => {
  post = await startWebhookPost();
});
afterEach(() => post.close());

interface Delivery {
  id: string;
  webhookId: string;
  attempts: { statusCode: number | null; durationMs: number; responseBody: string | null }[];
}

async function all(query: string, headers: Record<string, string>) {
  const { status, body } = await send(GET, `/v1/webhook/deliveries${query}`, { headers });
  expect(status).toBe(200);
  return body as { deliveries: Delivery[]; nextCursor: string | null };
}

describe("200 the deliveries of all webhooks", () => {
  test("are those of every endpoint, newest first, page by page, with what was answered", async () => {
    const headers = post.session.bearer;
    const [one, two] = [
      (await post.webhooks.create({ url: post.receiver.url })).body.id,
      (await post.webhooks.create({ url: `${post.receiver.url}/two` })).body.id,
    ];
    post.receiver.answer(() => ({ status: 200, body: "thanks" }));
    for (let n = 0; n < 3; n++) await post.announce();
    await post.exhaust();
    const whole = await all("?limit=100", headers);
    expect(whole.deliveries).toHaveLength(6);
    expect(new Set(whole.deliveries.map((delivery) => delivery.webhookId))).toEqual(new Set([one, two]));
    const ids = whole.deliveries.map((delivery) => delivery.id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(whole.deliveries[0]?.attempts).toMatchObject([
      { statusCode: 200, durationMs: expect.any(Number), responseBody: "thanks" },
    ]);

    const paged: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await all(`?limit=4${cursor && `&cursor=${cursor}`}`, headers);
      paged.push(...page.deliveries.map((delivery) => delivery.id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(ids);

    const ofOne = await all(`?webhookId=${one}`, headers);
    expect(ofOne.deliveries).toHaveLength(3);
    expect((await all("?state=failed", headers)).deliveries).toEqual([]);
    expect((await all("?event=payment.confirmed&state=succeeded", headers)).deliveries).toHaveLength(6);
  });

  test("are never those of another account", async () => {
    const id = (await post.webhooks.create({ url: post.receiver.url })).body.id;
    await post.announce();
    const stranger = await aSession(post.api);
    expect(await all("", stranger.bearer)).toEqual({ deliveries: [], nextCursor: null });
    const named = await send(GET, `/v1/webhook/deliveries?webhookId=${id}`, { headers: stranger.bearer });
    expect(named.status).toBe(404);
  });
});
