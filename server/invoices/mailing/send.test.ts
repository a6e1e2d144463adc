import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PUT as putIssuer } from "@/app/v2/invoice-issuer/route";
import { POST as cancel } from "@/app/v2/invoices/[id]/cancel/route";
import { DELETE as erase } from "@/app/v2/invoices/[id]/customer/route";
import { POST as issue } from "@/app/v2/invoices/[id]/issue/route";
import { GET as get } from "@/app/v2/invoices/[id]/route";
import { POST as sendInvoice } from "@/app/v2/invoices/[id]/send/route";
import { POST as create } from "@/app/v2/invoices/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { auditLog, budgets, invoiceMails, platforms, requests } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { replaceApp } from "@/server/boot";
import { INVOICE_MAILS_A_DAY } from "@/server/invoices/mailing/send";
import { sendDueInvoice } from "@/server/invoices/mailing/send-due";
import type { InvoiceBody, Party } from "@/server/invoices/schema";
import { mailSender } from "@/server/notifications/sending/email";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, type TestSession } from "@/server/testing/credentials";
import { INVOICE, ISSUER } from "@/server/testing/invoices/examples";
import { ageLeases } from "@/server/testing/leases";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { type SmtpServer, startSmtpServer } from "@/server/testing/notifications/smtp-server";
import { PATIENCE_MS } from "@/server/testing/patience";
import { readPdf } from "@/server/testing/pdf-text";
import { send } from "@/server/testing/send";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** How long a server is waited for that is to say nothing. */
const HANGS_MS = 150;
const BUYER = "buyer@example.com";
const NODE = { RPC_URL_SEPOLIA: "http://127.0.0.1:9" };

const clock = new ManualClock();
let api: TestApi;
let smtp: SmtpServer;
let shop: Merchant;
/** Who presses. */
let owner: TestSession;

beforeAll(async () => {
  const mail = { SMTP_HOST: "127.0.0.1", SMTP_SECURITY: "none", SMTP_FROM: "books@pay.example" };
  api = await startTestApi(
    { ...NODE, ...mail, PAY_URL: "https://pay.example/pay", RATE_LIMITS: "off" },
    { now: clock.now },
  );
});
afterAll(() => api.close());
beforeEach(async () => {
  smtp = await startSmtpServer();
  await api.app.database.db.delete(invoiceMails);
  await api.app.database.db.delete(budgets);
  shop = await aMerchant(api);
  owner = await aMember(api, shop.platformId, "owner");
  await say({});
});
afterEach(() => smtp.close());

/** Who issues the invoices of the shop. */
const say = (details: Partial<Party>) =>
  send(putIssuer, "/v2/invoice-issuer", {
    method: "PUT",
    headers: owner.bearer,
    body: {
      ...ISSUER,
      details: { name: "Acme GmbH", country: "DE", email: "books@acme.example", ...details },
    },
  });
const at = (id: string, headers: Record<string, string> = owner.bearer) => ({
  headers,
  params: { id },
});
const press = (id: string, headers?: Record<string, string>) =>
  send(sendInvoice, `/v2/invoices/${id}/send`, { method: "POST", ...at(id, headers) });
const read = async (id: string) => (await send(get, `/v2/invoices/${id}`, at(id, shop.key))).body;
async function aDraft(changes: Partial<InvoiceBody> = {}): Promise<string> {
  const answer = await send(create, "/v2/invoices", {
    method: "POST",
    headers: shop.key,
    body: { ...INVOICE, customer: { name: "Buyer", country: "FR", email: BUYER }, ...changes },
  });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
async function issued(changes: Partial<InvoiceBody> = {}): Promise<string> {
  const id = await aDraft(changes);
  const answer = await send(issue, `/v2/invoices/${id}/issue`, { method: "POST", ...at(id) });
  expect(answer.status).toBe(200);
  return id;
}
const takeBack = async (id: string) =>
  (
    await send(cancel, `/v2/invoices/${id}/cancel`, {
      method: "POST",
      ...at(id),
      body: { reason: "Wrong" },
    })
  ).body;
const contextOf = (platformId: string) => api.app.context(systemCaller(platformId));
const work = (context = contextOf("")) =>
  sendDueInvoice(
    context,
    contextOf,
    mailSender(
      { host: "127.0.0.1", port: smtp.port, security: "none", login: null, from: "books@pay.example" },
      { timeoutMs: Object.values(smtp.manners).includes("hang") ? HANGS_MS : PATIENCE_MS },
    ),
  );
/** The text of the last mail, with long lines put together, and its attached file. */
function lastMail() {
  const { data = "" } = smtp.mails.at(-1) ?? {};
  const [, boundary = "?"] = /boundary="([^"]+)"/.exec(data) ?? [];
  const [head = "", text = "", file = ""] = data.split(`--${boundary}`);
  const body = text.split("\r\n\r\n").slice(1).join("\n\n");
  const isBase64 = /Content-Transfer-Encoding: base64/i.test(text);
  return {
    head,
    text: isBase64 ? Buffer.from(body, "base64").toString("utf8") : body.replaceAll("=\r\n", ""),
    fileHead: file.split("\r\n\r\n")[0] ?? "",
    file: Buffer.from(file.split("\r\n\r\n").slice(1).join(""), "base64"),
  };
}

describe("an invoice is mailed", () => {
  test("by a press, to its customer alone, with the PDF file, and says who pressed and when it was sent", async () => {
    const id = await issued();
    expect(await read(id)).toMatchObject({ isSendable: true, mail: null });
    const answer = await press(id);
    expect(answer).toMatchObject({ status: 200, body: { mail: { state: "queued", endedAt: null } } });
    expect(smtp.mails).toEqual([]);
    // Pressed again while it waits, as whoever lost the answer does.
    expect((await press(id)).status).toBe(200);
    clock.advance(MINUTE);
    expect(await Promise.all([work(), work()])).toContain(true);
    expect(await work()).toBe(false);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.to).toEqual([BUYER]);
    const { head, text, fileHead, file } = lastMail();
    expect(head).toMatch(/^Reply-To: books@acme\.example\r$/m);
    expect(head).toMatch(/^From: Quittance <books@pay\.example>\r$/m);
    expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(head).not.toMatch(/^(?:Bcc|Cc):/im);
    expect(text).toContain("Invoice INV-00001");
    expect(text).toContain("From: Acme GmbH");
    expect(text).toContain("119.00 EUR");
    expect(text).not.toContain("http");
    expect(fileHead).toMatch(/filename=INV-00001\.pdf/);
    expect((await readPdf(new Uint8Array(file))).text).toContain("Buyer");
    expect(await read(id)).toMatchObject({
      mail: {
        state: "sent",
        by: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
        error: null,
        endedAt: clock.now().toISOString(),
      },
    });
    const log = await api.app.database.db.select().from(auditLog).where(eq(auditLog.subject, id));
    const mailed = log.filter(({ action }) => action === "invoice.mailed");
    expect(mailed).toMatchObject([{ details: { number: "INV-00001" } }]);
    expect(JSON.stringify(mailed)).not.toContain(BUYER);
  });

  test("with its payment link as long as it is due", async () => {
    const { body: link } = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: shop.key,
      body: { requests: [{ destinationId: shop.destinationId, amount: "119" }] },
    });
    const [requestId] = link.requestIds;
    const id = await issued({ requestId, currency: "USDC-sepolia" });
    await press(id);
    await work();
    expect(lastMail().text).toContain(`Pay at: https://pay.example/pay/?token=3D${link.token}`);
    await api.app.database.db
      .update(requests)
      .set({ status: "paid" })
      .where(eq(requests.requestId, requestId));
    await press(id);
    await work();
    expect(smtp.mails).toHaveLength(2);
    expect(lastMail().text).not.toContain("http");
  });

  test("in its language, and so is the credit note that takes it back", async () => {
    const id = await issued({ language: "de" });
    const note = await takeBack(id);
    expect(await read(id)).toMatchObject({ state: "cancelled", isSendable: false });
    await press(note.id);
    await work();
    expect(lastMail().text).toContain("Rechnungskorrektur INV-00002");
  });
});

describe("an invoice is not mailed", () => {
  test("as a draft, without an address, cancelled, by a key, by strangers, or for an erased customer", async () => {
    const draft = await aDraft();
    const silent = await issued({ customer: { name: "Buyer", country: "FR" } });
    const cancelled = await issued();
    await takeBack(cancelled);
    const erased = await issued();
    await send(erase, `/v2/invoices/${erased}/customer`, { method: "DELETE", ...at(erased) });
    for (const id of [draft, silent, cancelled, erased]) {
      expect(await read(id)).toMatchObject({ isSendable: false });
      expect(await press(id)).toMatchObject({ status: 409 });
    }
    const id = await issued();
    expect((await press(id, shop.key)).status).toBe(401);
    expect((await press(id, (await aMerchant(api)).session.bearer)).status).toBe(404);
    expect(await work()).toBe(false);
  });

  test("where the operator has set no mail server: then nothing offers it", async () => {
    const id = await issued();
    const other = anotherProcess(api, NODE, { now: clock.now });
    replaceApp(other);
    try {
      expect(await read(id)).toMatchObject({ isSendable: false });
      const answer = await press(id);
      expect(answer.status).toBe(400);
      expect(answer.headers.get("x-error-code")).toBe("mail_unavailable");
    } finally {
      replaceApp(api.app);
      await other.close();
    }
    expect(await work()).toBe(false);
  });

  test("once its customer is erased, it is cancelled or its account is disabled, also after the press", async () => {
    const [erased, cancelled, disabled] = [await issued(), await issued(), await issued()];
    for (const id of [erased, cancelled]) await press(id);
    await send(erase, `/v2/invoices/${erased}/customer`, { method: "DELETE", ...at(erased) });
    await takeBack(cancelled);
    while (await work());
    await press(disabled);
    const of = eq(platforms.id, shop.platformId);
    await api.app.database.db.update(platforms).set({ disabledAt: clock.now() }).where(of);
    while (await work());
    await api.app.database.db.update(platforms).set({ disabledAt: null }).where(of);
    expect(smtp.mails).toEqual([]);
    const errors = [/erased/, /cancelled/, /disabled/];
    for (const [index, id] of [erased, cancelled, disabled].entries()) {
      const { mail } = await read(id);
      expect(mail.state).toBe("failed");
      expect(mail.error).toMatch(errors[index] ?? /./);
    }
  });

  test("more often than a day allows: of an invoice, to an address, or of an account", async () => {
    const id = await issued();
    for (let i = 0; i < INVOICE_MAILS_A_DAY.ofInvoice; i++) {
      expect((await press(id)).status).toBe(200);
      await work();
    }
    expect(await press(id)).toMatchObject({ status: 429 });
    expect(Number((await press(id)).headers.get("retry-after"))).toBeGreaterThan(80_000);
    let sent = INVOICE_MAILS_A_DAY.ofInvoice;
    for (; ; sent++) if ((await press(await issued())).status !== 200) break;
    expect(sent).toBe(INVOICE_MAILS_A_DAY.toAddressFromAccount);
    // Another spelling is the same address, and another customer is not held up.
    const spelled = { name: "Buyer", country: "FR", email: "Buyer@Example.com" };
    expect((await press(await issued({ customer: spelled }))).status).toBe(429);
    const other = { name: "Other", country: "FR", email: "other@example.com" };
    expect((await press(await issued({ customer: other }))).status).toBe(200);
    clock.advance(DAY + 1);
    while (await work());
    owner = await aMember(api, shop.platformId, "owner");
    expect((await press(id)).status).toBe(200);
    while (await work());
    await api.app.database.db
      .update(budgets)
      .set({ used: INVOICE_MAILS_A_DAY.ofAccount, endsAt: new Date(clock.now().getTime() + DAY) })
      .where(eq(budgets.scope, `invoice_mails_account ${shop.platformId}`));
    const third = { name: "Third", country: "FR", email: "third@example.com" };
    expect((await press(await issued({ customer: third }))).status).toBe(429);
  });
});

describe("a name that would be a header, a recipient or a link", () => {
  test.each([
    ["a header", "Acme\r\nBcc: victim@evil.example"],
    ["a second message", "Acme\r\n.\r\nMAIL FROM:<victim@evil.example>"],
    ["a link", "Pay now at https://evil.example"],
    ["text that turns around", "Acme\u202eemcA"],
    ["an address", "support@bank.example"],
  ])("%s is not in the e-mail", async (_, name) => {
    if ((await say({ name })).status !== 200) return;
    const id = await issued({ customer: { name, country: "FR", email: BUYER } });
    await press(id);
    await work();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.to).toEqual([BUYER]);
    expect(smtp.commands.filter((line) => /^(?:MAIL|RCPT)/i.test(line))).toHaveLength(2);
    const { head, text } = lastMail();
    expect(head).toMatch(/^Subject: Invoice INV-00001\r$/m);
    expect(head + text).not.toMatch(/evil|victim|emcA|bank\.example/);
  });

  test.each(["a@b.example\r\nBcc: c@d.example", "a@b.example,c@d.example", "<a@b.example>", "a b@c.example"])(
    "an address such as %j is refused",
    async (email) => {
      const answer = await send(create, "/v2/invoices", {
        method: "POST",
        headers: shop.key,
        body: { ...INVOICE, customer: { name: "Buyer", country: "FR", email } },
      });
      expect(answer.status).toBe(400);
      expect((await say({ email })).status).toBe(400);
    },
  );
});

describe("a mail server", () => {
  test.each([
    ["is too busy", { RCPT: "450 later" }, /450 to RCPT/],
    ["hangs", { DATA: "hang" }, /did not answer/],
  ])("that %s is asked again, until the e-mail is given up after two days", async (_, manners, said) => {
    Object.assign(smtp.manners, manners);
    const id = await issued();
    await press(id);
    expect(await work()).toBe(true);
    expect((await read(id)).mail).toMatchObject({
      state: "queued",
      error: expect.stringMatching(said),
    });
    expect(await work()).toBe(false);
    clock.advance(MINUTE);
    expect(await work()).toBe(true);
    clock.advance(2 * DAY);
    expect(await work()).toBe(true);
    const { mail } = await read(id);
    expect(mail).toMatchObject({ state: "failed", error: expect.stringMatching(/two days.*server/) });
    expect(smtp.mails).toEqual([]);
    // A member may press again.
    owner = await aMember(api, shop.platformId, "owner");
    for (const name of Object.keys(manners)) delete smtp.manners[name as keyof typeof smtp.manners];
    await press(id);
    await work();
    expect((await read(id)).mail).toMatchObject({ state: "sent" });
  });

  test("that cannot be reached is not named to members", async () => {
    const { port } = smtp;
    await smtp.close();
    const id = await issued();
    await press(id);
    await work();
    const { mail } = await read(id);
    expect(mail).toMatchObject({ state: "queued", error: "the mail server did not answer (ECONNREFUSED)" });
    expect(JSON.stringify(mail)).not.toContain(String(port));
  });

  test("that will never take it ends it, and what the server says of it is not kept", async () => {
    smtp.manners.RCPT = "550 no such user buyer@example.com";
    const id = await issued();
    await press(id);
    await work();
    expect((await read(id)).mail).toMatchObject({
      state: "failed",
      error: "the mail server answered 550 to RCPT",
    });
    expect(await work()).toBe(false);
  });

  test("gets an e-mail again whose sender died before it was recorded, with the same Message-ID", async () => {
    const id = await issued();
    await press(id);
    const whole = contextOf("");
    let commits = 0;
    const dying: typeof whole = {
      ...whole,
      begin: (step) => {
        if (++commits > 1) throw new Error("the process was killed");
        return whole.begin(step);
      },
    };
    await expect(work(dying)).rejects.toThrow("killed");
    expect(await work()).toBe(false);
    // A worker whose clock is ahead leaves it to who has it: the lease goes by the clock of the database.
    clock.advance(3 * MINUTE);
    expect(await work()).toBe(false);
    await ageLeases(api.app, "invoice_mails", 3 * MINUTE);
    expect(await work()).toBe(true);
    const ids = smtp.mails.map(({ data }) => /^Message-ID: (.*)\r$/m.exec(data)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect((await read(id)).mail).toMatchObject({ state: "sent" });
  });
});
