import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toDecimal } from "@/server/lib/ratio";
import { HTTP_SOURCES } from "@/server/prices/http-sources";
import type { PriceSource } from "@/server/prices/price";
import { PATIENCE_MS } from "@/server/testing/patience";
import {
  type Answer,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@/server/testing/webhooks/webhook-receiver";

const NOW = new Date("2026-11-20T17:00:00Z");
let service: WebhookReceiver;
beforeEach(async () => {
  service = await startWebhookReceiver();
});
afterEach(() => service.close());

const options = (timeoutMs = PATIENCE_MS) => ({
  url: `http://127.0.0.1:${service.port}`,
  timeoutMs,
  now: () => NOW,
});
const body = (content: unknown, status = 200): Answer => ({
  status,
  body: typeof content === "string" ? content : JSON.stringify(content),
});
const price = async (source: PriceSource, symbol: string) => toDecimal((await source.observe(symbol)).usd, 6);
const reason = (source: PriceSource, symbol: string) =>
  source.observe(symbol).then(
    () => "a price",
    (error: { reason?: string }) => error.reason,
  );

const coinbaseSays = (USD: string, currency = "EUR") =>
  body({ data: { currency, rates: { USD, GBP: "0.85" } } });
const krakenSays = (pair: string, last: string) =>
  body({ error: [], result: { [pair]: { c: [last, "12.5"] } } });
const ECB_DAY = (day: string) =>
  body(`<?xml version="1.0"?><gesmes:Envelope><Cube><Cube time='${day}'>
    <Cube currency='USD' rate='1.0850'/><Cube currency='JPY' rate='162.75'/><Cube currency='GBP' rate='0.8500'/>
  </Cube></Cube></gesmes:Envelope>`);

describe("what the public sources say", () => {
  test("Coinbase: US dollars for one unit", async () => {
    service.answer(coinbaseSays("1.0851"));
    expect(await price(HTTP_SOURCES.coinbase.connect(options()), "EUR")).toBe("1.0851");
    expect((await service.next()).path).toBe("/v2/exchange-rates?currency=EUR");
  });

  test("Kraken: the last trade, the yen turned round", async () => {
    service.answer(krakenSays("USDCUSD", "0.9999"));
    expect(await price(HTTP_SOURCES.kraken.connect(options()), "USDC")).toBe("0.9999");
    service.answer(krakenSays("ZUSDZJPY", "150"));
    expect(await price(HTTP_SOURCES.kraken.connect(options()), "JPY")).toBe("0.006666");
  });

  test("the ECB: euros, and other currencies by way of the euro", async () => {
    service.answer(ECB_DAY("2026-11-20"));
    expect(await price(HTTP_SOURCES.ecb.connect(options()), "EUR")).toBe("1.085");
    expect(await price(HTTP_SOURCES.ecb.connect(options()), "GBP")).toBe("1.27647");
    const { at } = await HTTP_SOURCES.ecb.connect(options()).observe("JPY");
    expect(at.toISOString()).toBe("2026-11-20T14:00:00.000Z");
  });
});

describe("is no price:", () => {
  test.each<[string, Answer, string]>([
    ["a page instead of data", body("<html>maintenance</html>"), "invalid"],
    ["an error status", body("{}", 500), "unavailable"],
    ["too many requests", body("{}", 429), "unavailable"],
    [
      "a redirect to somewhere else",
      { status: 302, headers: { location: "http://127.0.0.1:1/" } },
      "unavailable",
    ],
    ["another shape", body({ data: { currency: "EUR", rates: { USD: 1.08 } } }), "invalid"],
    ["nothing", coinbaseSays("0"), "invalid"],
    ["a negative price", coinbaseSays("-1"), "invalid"],
    ["an answer about another currency", coinbaseSays("1.08", "GBP"), "invalid"],
    ["a broken connection", "reset", "unavailable"],
    ["an answer without end", "flood", "invalid"],
  ])("%s", async (_, answer, expected) => {
    service.answer(answer);
    expect(await reason(HTTP_SOURCES.coinbase.connect(options()), "EUR")).toBe(expected);
  });

  test("an answer that never comes, after its time", async () => {
    service.answer("hang");
    expect(await reason(HTTP_SOURCES.coinbase.connect(options(50)), "EUR")).toBe("unavailable");
  });

  test("an error that Kraken reports in its answer", async () => {
    service.answer(body({ error: ["EQuery:Unknown asset pair"] }));
    expect(await reason(HTTP_SOURCES.kraken.connect(options()), "EUR")).toBe("invalid");
  });

  test("a reference rate of last week, and a page without any", async () => {
    service.answer(ECB_DAY("2026-11-13"));
    expect(await reason(HTTP_SOURCES.ecb.connect(options()), "EUR")).toBe("stale");
    service.answer(body("<html></html>"));
    expect(await reason(HTTP_SOURCES.ecb.connect(options()), "EUR")).toBe("invalid");
  });
});
