import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getIssuer, PUT as putIssuer } from "@/app/v2/invoice-issuer/route";
import { POST as cancel } from "@/app/v2/invoices/[id]/cancel/route";
import { DELETE as erase } from "@/app/v2/invoices/[id]/customer/route";
import { POST as issue } from "@/app/v2/invoices/[id]/issue/route";
import { GET as getPdf } from "@/app/v2/invoices/[id]/pdf/route";
import { GET as get, DELETE as remove, PUT as update } from "@/app/v2/invoices/[id]/route";
import { GET as getXml } from "@/app/v2/invoices/[id]/xml/route";
import { POST as create, GET as list } from "@/app/v2/invoices/route";
import { GET as invoiceOfLink } from "@/app/v2/secure-payments/[token]/invoice/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { invoiceCustomers, invoiceSeries, invoices, requests } from "@/db/schema";
import { customerHash } from "@/server/invoices/customer";
import type { Party } from "@/server/invoices/schema";
import type { TestApi } from "@/server/testing/api";
import { aMember } from "@/server/testing/credentials";
import { brokenRules } from "@/server/testing/e-invoice-rules";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { readPdf } from "@/server/testing/pdf-text";
import { send } from "@/server/testing/send";

const PATH = "/v2/invoices";
const CUSTOMER: Party = {
  name: "上海晨光文具有限公司",
  city: "上海",
  country: "CN",
  email: "buyer@example.com",
};
const LINES = [
  { description: "Consulting, October", quantity: "3", unitPrice: "100", taxRate: "19" },
  { description: "Book", quantity: "1", unitPrice: "20", taxRate: "7" },
];

let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let stranger: Merchant;

beforeAll(async () => {
  ({ api, stop } = await startApiOnChain("sepolia", { RATE_LIMITS: "off" }));
});
afterAll(() => stop?.());
beforeEach(async () => {
  [shop, stranger] = [await aMerchant(api), await aMerchant(api)];
});

const db = () => api.app.database.db;
const issuer = (changes: object = {}, merchant = shop) =>
  send(putIssuer, "/v2/invoice-issuer", {
    method: "PUT",
    headers: merchant.session.bearer,
    body: {
      details: {
        name: "Acme GmbH",
        street: "Weg 1",
        postcode: "10115",
        city: "Berlin",
        country: "DE",
        vatId: "DE123456789",
      },
      invoicePattern: "INV-{year}-",
      creditNotePattern: "CN-{year}-",
      firstNumber: 1,
      timeZone: "Europe/Berlin",
      ...changes,
    },
  });
const draft = (changes: object = {}, merchant = shop) =>
  send(create, PATH, {
    method: "POST",
    headers: merchant.key,
    body: { currency: "EUR", prices: "net", language: "de", lines: LINES, customer: CUSTOMER, ...changes },
  });
const at = (id: string, merchant = shop) => ({ headers: merchant.key, params: { id } });
const issueOf = (id: string, merchant = shop) =>
  send(issue, `${PATH}/${id}/issue`, { method: "POST", ...at(id, merchant) });
const read = async (id: string) => (await send(get, `${PATH}/${id}`, at(id))).body;
const cancelOf = (id: string, reason = "Wrong amount") =>
  send(cancel, `${PATH}/${id}/cancel`, { method: "POST", ...at(id), body: { reason } });
async function issued(changes: object = {}): Promise<{ id: string; number: string }> {
  const { body } = await draft(changes);
  const answer = await issueOf(body.id);
  expect(answer).toMatchObject({ status: 200, body: { state: "issued" } });
  return answer.body;
}
async function paper(id: string, merchant = shop) {
  const request = new Request(`http://127.0.0.1${PATH}/${id}/pdf`, { headers: merchant.key });
  const answer = await getPdf(request, { params: Promise.resolve({ id }) });
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
}
const year = () => new Date(api.app.now()).getUTCFullYear();

describe("an invoice", () => {
  test("is written, changed, issued with a number, and printed in its language", async () => {
    await issuer();
    const { body, status } = await draft();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: "draft",
      number: null,
      sums: { net: "320", tax: "58.4", total: "378.4" },
    });
    expect((await paper(body.id)).status).toBe(409);
    const changed = await send(update, `${PATH}/${body.id}`, {
      method: "PUT",
      ...at(body.id),
      body: {
        currency: "EUR",
        prices: "gross",
        language: "de",
        lines: LINES,
        customer: CUSTOMER,
        notes: "Danke!",
      },
    });
    expect(changed.body.sums).toMatchObject({ total: "320", taxes: [{ rate: "19" }, { rate: "7" }] });
    const answer = await issueOf(body.id);
    expect(answer.body).toMatchObject({ state: "issued", number: `INV-${year()}-00001`, payment: null });
    const first = await paper(body.id);
    const { text, language } = await readPdf(first.bytes);
    expect(language).toBe("de");
    for (const part of [
      "Rechnung",
      `INV-${year()}-00001`,
      CUSTOMER.name,
      "DE123456789",
      "320,00 EUR",
      "Danke!",
    ]) {
      expect(text).toContain(part);
    }
    expect(Buffer.from((await paper(body.id)).bytes).equals(first.bytes)).toBe(true);
    const listed = await send(list, PATH, { headers: shop.key });
    expect(listed.body).toMatchObject({ total: 1, invoices: [{ number: `INV-${year()}-00001` }] });
  });

  test("stays what was issued: nobody changes, removes or issues it again, not even by SQL", async () => {
    await issuer();
    const { id } = await issued();
    const before = await paper(id);
    const put = {
      method: "PUT",
      ...at(id),
      body: { currency: "EUR", prices: "net", language: "en", lines: LINES, customer: CUSTOMER },
    } as const;
    expect((await send(update, `${PATH}/${id}`, put)).status).toBe(409);
    expect((await send(remove, `${PATH}/${id}`, { method: "DELETE", ...at(id) })).status).toBe(409);
    expect((await issueOf(id)).status).toBe(409);
    const { platformId } = shop;
    const attacks = [
      db().update(invoices).set({ content: "{}" }).where(eq(invoices.id, id)),
      db().update(invoices).set({ state: "draft" }).where(eq(invoices.id, id)),
      db()
        .update(invoices)
        .set({ state: "cancelled", correctedBy: id, number: "X" })
        .where(eq(invoices.id, id)),
      db().delete(invoices).where(eq(invoices.id, id)),
      db().update(invoiceCustomers).set({ details: "{}" }).where(eq(invoiceCustomers.invoiceId, id)),
      db().delete(invoiceCustomers).where(eq(invoiceCustomers.invoiceId, id)),
      db().update(invoiceSeries).set({ lastNumber: 7 }).where(eq(invoiceSeries.platformId, platformId)),
      db().delete(invoiceSeries).where(eq(invoiceSeries.platformId, platformId)),
    ];
    for (const attack of attacks) await expect(attack).rejects.toThrow();
    // What the account says of itself later is about later invoices.
    await issuer({ details: { name: "Other Ltd", country: "GB" } });
    expect(Buffer.from((await paper(id)).bytes).equals(before.bytes)).toBe(true);
  });

  test("is taken back by a credit note with a number of its own, once, and stays", async () => {
    await issuer();
    const { id, number } = await issued();
    const answers = await Promise.all([cancelOf(id), cancelOf(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const note = answers.find(({ status }) => status === 200)?.body;
    expect(note).toMatchObject({ kind: "credit_note", number: `CN-${year()}-00001`, corrects: id });
    expect(await read(id)).toMatchObject({ state: "cancelled", number, correctedBy: note.id });
    const { text } = await readPdf((await paper(note.id)).bytes);
    expect(text).toContain(number);
    expect(text).toContain("Wrong amount");
    expect((await cancelOf(note.id)).status).toBe(409);
  });

  test("of a customer who was erased keeps its number, its sums and its hash, and shows nobody", async () => {
    await issuer();
    const { id, number } = await issued();
    const [kept] = await db().select().from(invoiceCustomers).where(eq(invoiceCustomers.invoiceId, id));
    const [row] = await db().select().from(invoices).where(eq(invoices.id, id));
    const content = JSON.parse(row?.content ?? "");
    expect(customerHash(kept?.salt ?? "", kept?.details ?? "")).toBe(content.customerHash);
    const note = (await cancelOf(id)).body;
    const answer = await send(erase, `${PATH}/${id}/customer`, {
      method: "DELETE",
      headers: shop.session.bearer,
      params: { id },
    });
    expect(answer.status).toBe(200);
    for (const one of [id, note.id]) {
      expect(await read(one)).toMatchObject({
        customer: null,
        isCustomerErased: true,
        sums: { total: "378.4" },
      });
      expect((await readPdf((await paper(one)).bytes)).text).not.toContain("上海");
    }
    const everything = await db().execute(
      sql`select i::text || coalesce(c::text, '') as text from invoices i left join invoice_customers c on c.invoice_id = i.id where i.platform_id = ${shop.platformId}`,
    );
    expect(JSON.stringify(everything)).not.toContain("上海");
    const [after] = await db().select().from(invoices).where(eq(invoices.id, id));
    expect(after).toMatchObject({ number, content: row?.content, contentHash: row?.contentHash });
    expect(
      `0x${createHash("sha256")
        .update(after?.content ?? "")
        .digest("hex")}`,
    ).toBe(after?.contentHash);
  });

  test("for a link asks for what the link asks, once, and its payer downloads it by the token alone", async () => {
    await issuer();
    const link = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: shop.browser,
      body: { requests: [{ amount: "119" }] },
    });
    const { token, requestIds } = link.body;
    const [requestId] = requestIds;
    const forLink = (unitPrice: string) =>
      draft({
        requestId,
        currency: "USDC-sepolia",
        lines: [{ description: "Work", quantity: "1", unitPrice, taxRate: "19" }],
      });
    const download = async (headers: Record<string, string>, linkToken = token) => {
      const request = new Request(`http://127.0.0.1/v2/secure-payments/${linkToken}/invoice`, { headers });
      const answer = await invoiceOfLink(request, { params: Promise.resolve({ token: linkToken }) });
      return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
    };
    const wrong = await forLink("99");
    expect((await issueOf(wrong.body.id)).status).toBe(409);
    expect((await download(shop.browser)).status).toBe(404);
    const right = await forLink("100");
    expect((await issueOf(right.body.id)).body).toMatchObject({ payment: "due" });
    const again = await forLink("100");
    expect((await issueOf(again.body.id)).status).toBe(409);
    const file = await download(shop.browser);
    expect(file.status).toBe(200);
    expect((await readPdf(file.bytes)).text).toContain(CUSTOMER.name);
    expect((await download(stranger.browser)).status).toBe(401);
    expect((await download({})).status).toBe(401);
    expect((await download(shop.browser, "01ARZ3NDEKTSV4RRFFQ69G5FAV")).status).toBe(404);
    await db().update(requests).set({ status: "paid" }).where(eq(requests.requestId, requestId));
    expect(await read(right.body.id)).toMatchObject({ payment: "paid" });
    await cancelOf(right.body.id);
    expect(await read(right.body.id)).toMatchObject({ payment: "to_refund" });
    expect((await download(shop.browser)).status).toBe(404);
  });

  test("names the bank account of its issuer where it has no link, and keeps it when the account changes", async () => {
    const account = { holder: "Acme GmbH", iban: "DE89370400440532013000", bic: "COBADEFFXXX" };
    const details = { name: "Acme GmbH", country: "DE", vatId: "DE123456789" };
    expect((await issuer({ details: { ...details, bankAccount: account } })).status).toBe(200);
    expect(
      (await send(getIssuer, "/v2/invoice-issuer", { headers: shop.key })).body.details.bankAccount,
    ).toEqual(account);
    const { id } = await issued();
    for (const iban of ["DE89370400440532013001", "DE89 3704 0044 0532 0130 00", ""]) {
      const answer = await issuer({ details: { ...details, bankAccount: { ...account, iban } } });
      expect(answer).toMatchObject({ status: 400 });
    }
    await issuer({ details });
    const { text } = await readPdf((await paper(id)).bytes);
    expect(text).toContain("DE89 3704 0044 0532 0130 00");
    expect(text).toContain("COBADEFFXXX");
    const later = await issued();
    expect((await readPdf((await paper(later.id)).bytes)).text).not.toContain("DE89");
  });

  test("is an e-invoice where its data suffice, and names each field that is missing where not", async () => {
    await issuer();
    const xml = async (id: string, { query = "", merchant = shop } = {}) => {
      const url = `http://127.0.0.1${PATH}/${id}/xml${query}`;
      const answer = await getXml(new Request(url, { headers: merchant.key }), {
        params: Promise.resolve({ id }),
      });
      return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
    };
    const { body: written } = await draft();
    expect((await xml(written.id)).status).toBe(409);
    const { id, number } = await issued();
    const file = await xml(id);
    expect(file).toMatchObject({ status: 200, type: expect.stringContaining("application/xml") });
    expect(file.text).toContain(`<ram:ID>${number}</ram:ID>`);
    // Factur-X: the same XML lies in the PDF file, whose metadata say so.
    const { bytes } = await paper(id);
    const [attached, ...others] = (await readPdf(bytes)).attachments;
    expect(others).toEqual([]);
    expect(attached?.name).toBe("factur-x.xml");
    expect(Buffer.from(attached?.content ?? []).toString("utf8")).toBe(file.text);
    const raw = Buffer.from(bytes).toString("latin1");
    for (const part of [
      "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
      "<pdfaid:part>3</pdfaid:part>",
      "/AFRelationship /Alternative",
    ]) {
      expect(raw).toContain(part);
    }
    expect(brokenRules(file.text)).toEqual([]);
    expect((await xml(id, { merchant: stranger })).status).toBe(404);
    const refused = await xml(id, { query: "?profile=xrechnung" });
    expect(refused.status).toBe(409);
    expect(JSON.parse(refused.text).errors.map(({ field }: { field: string }) => field)).toEqual([
      "buyerReference",
      "deliveredOn",
      "issuer.contact",
      "issuer.phone",
      "issuer.email",
      "customer.postcode",
    ]);
    expect((await xml(id, { query: "?profile=ubl" })).status).toBe(400);
    const note = (await cancelOf(id)).body;
    const credit = await xml(note.id);
    expect(brokenRules(credit.text)).toEqual([]);
    expect(credit.text).toContain("<ram:TypeCode>381</ram:TypeCode>");
    await send(erase, `${PATH}/${id}/customer`, {
      method: "DELETE",
      headers: shop.session.bearer,
      params: { id },
    });
    expect(JSON.parse((await xml(id)).text).errors).toMatchObject([{ field: "customer" }]);
    expect((await readPdf((await paper(id)).bytes)).attachments).toEqual([]);
  });

  test("of the guide is issued as it stands there, and is an e-invoice of both profiles", async () => {
    const guide = readFileSync("docs/guides/invoices.md", "utf8");
    const [details, body] = [...guide.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = ""]) =>
      JSON.parse(text),
    );
    expect((await issuer(details)).status).toBe(200);
    const { id } = await issued({ ...body });
    expect(await read(id)).toMatchObject({ eInvoices: ["en16931", "xrechnung"], sums: { total: "357" } });
    for (const profile of ["en16931", "xrechnung"]) {
      const request = new Request(`http://127.0.0.1${PATH}/${id}/xml?profile=${profile}`, {
        headers: shop.key,
      });
      const answer = await getXml(request, { params: Promise.resolve({ id }) });
      expect(answer.status).toBe(200);
      expect(brokenRules(await answer.text())).toEqual([]);
    }
  });

  test("is the account's alone, and who only reads issues nothing", async () => {
    await issuer();
    const { id } = await issued();
    expect((await send(get, `${PATH}/${id}`, at(id, stranger))).status).toBe(404);
    expect((await paper(id, stranger)).status).toBe(404);
    expect((await issueOf(id, stranger)).status).toBe(404);
    expect((await send(list, PATH, { headers: stranger.key })).body.total).toBe(0);
    expect((await draft({ requestId: `01${"ab".repeat(32)}` })).status).toBe(400);
    const viewer = await aMember(api, shop.platformId, "viewer");
    const body = { currency: "EUR", prices: "net", language: "de", lines: LINES, customer: CUSTOMER };
    expect((await send(create, PATH, { method: "POST", headers: viewer.bearer, body })).status).toBe(403);
  });
});

describe("text of others on an invoice", () => {
  test("that no paper can show is refused before anything is stored", async () => {
    const answer = await draft({ customer: { ...CUSTOMER, name: "Fox 🦊" } });
    expect(answer).toMatchObject({ status: 400 });
    expect(JSON.stringify(answer.body)).toContain("🦊");
  });

  test("turns nothing around, is no markup, and may be very long", async () => {
    await issuer();
    const name = "\u202eGmbH <b>&amp;</b> ]]> \u2066Ltd";
    const { id } = await issued({
      customer: { ...CUSTOMER, name },
      lines: [
        {
          description: "x".repeat(1_000),
          quantity: "999999999.999999",
          unitPrice: "999999999999999.99999999",
          taxRate: "99.99",
        },
      ],
    });
    const { text } = await readPdf((await paper(id)).bytes);
    expect(text).toContain("GmbH <b>&amp;</b> ]]> Ltd");
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(1_000);
    expect((await draft({ lines: [{ ...LINES[0], description: "x".repeat(1_001) }] })).status).toBe(400);
    expect((await draft({ lines: Array.from({ length: 1_001 }, () => LINES[0]) })).status).toBe(400);
    for (const quantity of ["-1", "1e9", "0x1", "1,5", "", "NaN"]) {
      expect((await draft({ lines: [{ ...LINES[0], quantity }] })).status).toBe(400);
    }
  });
});

describe("numbers", () => {
  test("follow each other in each series, begin where the issuer says, and go on after a change", async () => {
    await issuer({ firstNumber: 500 });
    expect((await issued()).number).toBe(`INV-${year()}-00500`);
    await issuer({ invoicePattern: "R/" });
    expect((await issued()).number).toBe("R/00001");
    await issuer();
    expect((await issued()).number).toBe(`INV-${year()}-00501`);
    expect((await issuer({ invoicePattern: "INV-2" })).status).toBe(400);
    expect((await issuer({ timeZone: "Nowhere/City" })).status).toBe(400);
    expect((await send(getIssuer, "/v2/invoice-issuer", { headers: shop.key })).body.invoicePattern).toBe(
      "INV-{year}-",
    );
  });

  test("have no gap and no double, however many are issued at once", async () => {
    await issuer();
    const drafts = await Promise.all(Array.from({ length: 20 }, () => draft()));
    // Some are pressed twice.
    const pressed = [...drafts, ...drafts.slice(0, 5)];
    const answers = await Promise.all(pressed.map(({ body }) => issueOf(body.id)));
    const numbers = answers.flatMap(({ status, body }) => (status === 200 ? [body.number] : []));
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, index) => `INV-${year()}-${String(index + 1).padStart(5, "0")}`),
    );
  });

  test("are not drawn where nothing is known of the issuer", async () => {
    const { body } = await draft();
    expect((await issueOf(body.id)).status).toBe(409);
    expect(
      await db().select().from(invoiceSeries).where(eq(invoiceSeries.platformId, shop.platformId)),
    ).toEqual([]);
  });
});
