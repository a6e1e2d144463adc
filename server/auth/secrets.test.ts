import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postLogin } from "@/app/v1/auth/login/route";
import { POST as postLogout } from "@/app/v1/auth/logout/route";
import { POST as postRegister } from "@/app/v1/auth/register/route";
import { GET as listRequests, POST as postRequest } from "@/app/v2/request/route";
import type { Handler } from "@/server/http/handler";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aSession } from "@/server/testing/credentials";
import { call } from "@/server/testing/paying";
import { aChallenge, anEvmWallet, signed, tokenOf, verify } from "@/server/testing/sign-in";

const PASSWORD = "tr0ub4dor & three";
const BODY = {
  payee: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  amount: "1",
  invoiceCurrency: "USDC-base",
  paymentCurrency: "USDC-base",
};

let api: TestApi;
const lines: string[] = [];
const bodies: string[] = [];
const secrets = new Map<string, string>();

/** Makes a call and keeps what was answered. */
async function send(
  handler: Handler,
  method: "GET" | "POST",
  headers: Record<string, string>,
  body?: unknown,
) {
  const answer = await handler(call(method, "/v2/request", headers, body));
  bodies.push(await answer.clone().text());
  return answer;
}

beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(line) };
  api = await startTestApi({}, { log: pino({ level: "trace" }, stream) });

  const { apiKey } = await aTenant(api);
  const orchestrator = await anOrchestrator(api);
  const session = await aSession(api);
  const wallet = anEvmWallet();
  const signIn = await signed(wallet, await aChallenge(wallet.address));
  const verified = await verify(signIn);
  bodies.push(await verified.text());
  secrets.set("API key", apiKey);
  secrets.set("orchestrator key", orchestrator.key);
  secrets.set("session token", session.token);
  secrets.set("token of a sign-in", tokenOf(verified));
  secrets.set("signature", signIn.signature.slice(2));
  secrets.set("password", PASSWORD);

  const account = { email: "merchant@shop.example", password: PASSWORD };
  const registered = await send(postRegister, "POST", {}, account);
  secrets.set("token of an account", tokenOf(registered));
  await send(postRegister, "POST", {}, account);
  await send(postLogin, "POST", {}, { ...account, password: `${PASSWORD}!` });
  await send(postLogin, "POST", {}, { ...account, email: PASSWORD });

  for (const headers of [
    { "x-api-key": apiKey },
    { "x-api-key": `${apiKey}0` },
    orchestrator.pair,
    orchestrator.keyAlone,
    session.cookie,
    session.bearer,
    { ...session.cookie, "x-api-key": apiKey },
    { authorization: `Bearer ${session.token}0` },
  ]) {
    await send(listRequests, "GET", headers);
    await send(postRequest, "POST", { ...headers, "idempotency-key": "one" }, BODY);
    await send(postRequest, "POST", headers, { ...BODY, amount: "no" });
  }
  // A handler that breaks: the error is logged whole, and the answer says nothing.
  await api.app.database.sql`alter table requests rename to hidden`;
  await send(listRequests, "GET", { "x-api-key": apiKey });
  await api.app.database.sql`alter table hidden rename to requests`;
  await send(postLogout, "POST", session.cookie);
});
afterAll(() => api.close());

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { sql } = api.app.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  const rows = await Promise.all(
    tables.map(({ name }) => sql.unsafe(`select t::text as line from "${name}" t`)),
  );
  return rows
    .flat()
    .map(({ line }) => line)
    .join("\n");
}

/** The forms in which a value could be found: itself, and as bytes or base64 of itself. */
function forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, "")];
}

function found(haystack: string): string[] {
  return [...secrets]
    .filter(([, value]) => forms(value).some((form) => haystack.includes(form)))
    .map(([name]) => name);
}

describe("secrets are nowhere in clear", () => {
  test("the search finds what is there", async () => {
    expect(secrets.size).toBe(7);
    expect(found(`x${[...secrets.values()][0]}x`)).toEqual(["API key"]);
    expect(await dump()).toContain("merchant@shop.example");
    expect(lines.join("")).toContain('"operation":"createRequest"');
    expect(bodies.join()).toContain("Unauthorized");
  });

  test("not in the database", async () => {
    expect(found(await dump())).toEqual([]);
  });

  test("not in the log, at its most talkative, failures included", () => {
    expect(lines.join("")).toContain("call failed");
    expect(found(lines.join(""))).toEqual([]);
  });

  test("not in any answer", () => {
    expect(bodies.length).toBeGreaterThan(25);
    expect(found(bodies.join("\n"))).toEqual([]);
  });
});
