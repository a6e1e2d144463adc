import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "@/sdk/testing/service";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { quittanceHere } from "@/server/testing/operator-command";
import { PATIENTLY } from "@/server/testing/patience";
import { shown } from "./shown";

const PAYEE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

let service: TestService;
let shop: Merchant;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "quittance-service-"));
  service = await startService({ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  shop = await aMerchant(service.api);
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await service?.close();
});

const env = () => ({
  QUITTANCE_URL: service.url,
  QUITTANCE_API_KEY: shop.key["x-api-key"] ?? "",
  QUITTANCE_DATA_DIR: directory,
  XDG_CONFIG_HOME: directory,
});
const run = (...typed: string[]) => quittanceHere(typed, env());
async function json(...typed: string[]) {
  const { output, errors, code } = await run(...typed, "--json");
  expect([code, errors]).toEqual([0, ""]);
  return JSON.parse(output);
}
const aRequest = ["--amount", "12.5", "--currency", "USDC-sepolia", "--payee", PAYEE];

describe("quittance requests create, get, list and wait", () => {
  test("create by options, and by --data for all other fields; options win", async () => {
    const { requestId } = await json("requests", "create", ...aRequest, "--reference", "INV-1");
    expect(await json("requests", "get", requestId)).toMatchObject({
      ...{ requestId, requestAmount: "12.5", reference: "INV-1", payee: PAYEE },
      hasBeenPaid: false,
    });
    const file = join(directory, "request.json");
    const body = {
      amount: "1",
      invoiceCurrency: "USDC-sepolia",
      paymentCurrency: "USDC-sepolia",
      payee: PAYEE,
    };
    writeFileSync(file, JSON.stringify({ ...body, reference: "of the file" }));
    const second = await json("requests", "create", "--data", `@${file}`, "--amount", "2");
    expect(await json("requests", "get", second.requestId)).toMatchObject({
      ...{ requestAmount: "2", reference: "of the file" },
    });
  });

  test("with --idempotency-key create once, however often it is typed", async () => {
    const typed = ["requests", "create", ...aRequest, "--idempotency-key", "order-4711"];
    expect(await json(...typed)).toEqual(await json(...typed));
  });

  test("lines for people have the fields, the newest request first, --limit and --wallet narrow", async () => {
    const made = await run("requests", "create", ...aRequest, "--pay-in", "USDC-sepolia");
    const [, requestId = ""] = /^requestId +(\S+)$/m.exec(made.output) ?? [];
    const { output } = await run("requests", "get", requestId);
    expect(output).toMatch(/^requestAmount +12\.5$/m);
    const listed = await run("requests", "list", "--limit", "1");
    expect(listed.output.trim().split("\n")).toHaveLength(1);
    expect(listed.output).toContain(`${requestId}  created  12.5 USDC-sepolia`);
    const nobody = await json("requests", "list", "--wallet", `0x${"9".repeat(40)}`);
    expect(nobody).toEqual({ requests: [] });
  });

  test("wait fails with 1 when it was not paid in time, and ends with Ctrl-C", async () => {
    const { requestId } = await json("requests", "create", ...aRequest);
    expect(await run("requests", "wait", requestId, "--timeout", "1")).toMatchObject({
      ...{ code: 1, output: "", errors: `${requestId} was not paid within 1 s\n` },
    });
    const interrupt = AbortSignal.timeout(50);
    const waiting = await quittanceHere(["requests", "wait", requestId], env(), { interrupt });
    expect(waiting.code).toBe(1);
  });
});

describe("quittance links create, get, list and wait, quittance payouts create, get, list and wait", () => {
  test("a link asks for several amounts, and is found with the reason of its state", async () => {
    const typed = [
      "links",
      "create",
      "--amount",
      "25",
      "--amount",
      "5",
      "--redirect-url",
      "https://shop.example/",
    ];
    const link = await json(...typed, "--reference", "INV-2");
    expect(link).toMatchObject({ requestIds: [expect.any(String), expect.any(String)] });
    expect(await run("links", "create")).toMatchObject({ code: 2 });
    const elsewhere = ["links", "create", "--amount", "1", "--destination", "nowhere", "--currency", "EUR"];
    expect(await run(...elsewhere)).toMatchObject({ code: 1, errors: expect.stringMatching(/, request /) });
    const { payments } = await json("links", "list", "--limit", "100");
    const [requestId = ""] = link.requestIds;
    const { token, securePaymentUrl } = link;
    expect(payments).toContainEqual(
      expect.objectContaining({ requestId, flow: "incoming", reference: "INV-2", token, securePaymentUrl }),
    );
    const { output } = await run("links", "get", requestId);
    expect(output).toMatch(/^statusReason +\S/m);
    expect(await run("links", "wait", requestId, "--timeout", "1")).toMatchObject({ code: 1 });
  });

  test("payouts of an account that has none", async () => {
    expect(await json("payouts", "list")).toEqual({ payments: [] });
    const unknown = `01${"ab".repeat(32)}`;
    for (const verb of ["get", "wait"]) {
      expect(await run("payouts", verb, unknown)).toMatchObject({
        ...{ code: 1, errors: expect.stringContaining("not_found") },
      });
    }
    const without = ["payouts", "create", "--amount", "5", "--payee", PAYEE, "--wallet", PAYEE];
    expect(await run(...without)).toMatchObject({
      ...{ code: 1, errors: expect.stringMatching(/invoiceCurrency.*\(validation_failed, request \S+\)/) },
    });
  });
});

describe("quittance logs tail", () => {
  test("shows the calls of the account's credentials, oldest first, narrowed by --status, --method, --path and --credential", async () => {
    await run("requests", "list");
    await run("requests", "get", `01${"ee".repeat(32)}`);
    const calls = async (...more: string[]) =>
      (await json("logs", "tail", "--once", "--rows", "100", ...more)).entries;
    const missedCalls = () => calls("--status", "4xx", "--path", "/v2/request/01ee", "--method", "get");
    // Calls are written some at a time, and tests before this one have missed something as well.
    await expect.poll(missedCalls, PATIENTLY).not.toEqual([]);
    const [missed] = await missedCalls();
    expect(missed).toMatchObject({ status: 404, method: "GET", operation: "getRequest" });
    expect(await calls("--credential", "session")).toEqual([]);
    const { output } = await run("logs", "tail", "--once", "--status", "404", "--rows", "1");
    expect(output).toMatch(/^20\S+ {2}404 {2}GET {5}\/v2\/request\/01ee\S+ {2}[\d.]+ ms {2}\S.* {2}\S+\n$/);
    const times = (await calls()).map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
  });

  test("goes on with what comes, each call once, until Ctrl-C", async () => {
    const wish = new AbortController();
    let printed = "";
    const onPrint = (text: string) => {
      printed += text;
    };
    const typed = ["logs", "tail", "--rows", "0", "--path", "/v2/currencies"];
    const ended = quittanceHere(typed, env(), { interrupt: wish.signal, onPrint });
    const call = () => fetch(`${service.url}/v2/currencies`, { headers: shop.key });
    await call();
    await call();
    await expect.poll(() => printed.trim().split("\n").length, PATIENTLY).toBe(2);
    wish.abort();
    expect((await ended).code).toBe(0);
    expect(new Set(printed.trim().split("\n")).size).toBe(2);
  });
});

describe("what goes wrong", () => {
  test("is told with code and request ID, and as JSON on standard error with --json", async () => {
    const typed = ["requests", "create", "--amount", "-1", "--currency", "USDC-sepolia"];
    const { output, errors, code } = await quittanceHere([...typed, "--json"], env());
    expect([code, output]).toEqual([1, ""]);
    expect(JSON.parse(errors)).toMatchObject({
      error: { code: "validation_failed", status: 400, requestId: expect.any(String) },
    });
  });

  test.each([
    [["requests", "create", "--data", "{"], "--data is no JSON"],
    [["requests", "create", "--data", "[1]"], "--data is no JSON object"],
    [["requests", "list", "--limit", "0"], "--limit is a whole number from 1"],
    [["requests", "wait", "x", "--timeout", "99999999"], "--timeout is a day at most"],
  ])("%j was typed wrongly: 2", async (typed, message) => {
    const { code, errors } = await run(...typed);
    expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
  });

  test("a service that is not there is no stack trace", async () => {
    const nowhere = { ...env(), QUITTANCE_URL: "http://127.0.0.1:9" };
    const { code, errors } = await quittanceHere(["requests", "get", "x"], nowhere);
    expect([code, errors]).toEqual([1, "The connection was lost (connection_lost)\n"]);
  }, 30_000);
});

describe("a key is sent to the service that it belongs to, encrypted or within the machine", () => {
  const get = (url: string, more: Record<string, string> = {}) =>
    quittanceHere(["requests", "get", "x", "--url", url], { ...env(), ...more });

  test.each([
    "http://pay.example",
    "http://127.0.0.1.pay.example",
    "ftp://localhost",
    "pay.example",
    "http://[::2]",
  ])("it is not sent to %s", async (url) => {
    expect(await get(url)).toMatchObject({ code: 2, errors: expect.stringContaining(url) });
  });

  test("that of the stack which runs here is not sent to an address that was typed", async () => {
    const { code, errors } = await get("https://pay.example", { QUITTANCE_API_KEY: "" });
    expect([code, errors]).toEqual([2, expect.stringContaining("QUITTANCE_API_KEY")]);
  });

  test("without any service it says how to name one", async () => {
    const nothing = { QUITTANCE_DATA_DIR: directory, XDG_CONFIG_HOME: directory };
    const { code, errors } = await quittanceHere(["requests", "list"], nothing);
    expect([code, errors]).toEqual([2, expect.stringContaining("QUITTANCE_URL and QUITTANCE_API_KEY")]);
  });
});

test("text of others moves nothing in a terminal", () => {
  const hostile = "paid\r\n\u001b[2K\u001b[1Apaid\u202eyxz\u2028\u009b0m\u0000";
  expect(shown(hostile)).not.toMatch(/[\p{C}\p{Zl}]/u);
  expect(shown("INV-2026 für Zoë, 請求書")).toBe("INV-2026 für Zoë, 請求書");
});
