import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { I18nProvider } from "@/components/i18n/provider";
import { translator } from "@/components/i18n/translator";
import { pageStateIn } from "@/components/pay/api/page-answer";
import { nextFlow, startFlow } from "@/components/pay/flow/flow";
import type { Payer, Sent } from "@/components/pay/flow/flow-state";
import { FIRST_STATES } from "@/components/pay/gallery/first-states";
import { FLOW_STATES } from "@/components/pay/gallery/flow-states";
import { FirstView } from "@/components/pay/page/first-view";
import { SessionView } from "@/components/pay/page/session-view";
import { en } from "@/messages/en";
import { PAGE_KINDS, type PageState } from "@/server/secure-payments/page/page-schema";
import { walletSettings } from "@/wallet/testing/wallet-settings";

const TOKEN = "01M7WM9D7FKFSH7GG6GY105AVH";
const EXAMPLES: [string, PageState][] = [
  ...Object.entries(FIRST_STATES),
  ...Object.entries(FLOW_STATES).map(([name, { page }]) => [name, page] as [string, PageState]),
];

/** What a proxy, a cut line or another version may put in the place of anything. */
const OTHERS: unknown[] = [undefined, null, true, -1, 1e21, "1e9", [null], {}];

/** As it comes over the wire. */
const wired = (page: PageState): unknown => JSON.parse(JSON.stringify(page));

/** Every place in an answer, the whole of it first. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, name]))];
}

function withOther(page: PageState, path: readonly string[], other: unknown): unknown {
  const [last, ...before] = path.toReversed();
  if (last === undefined) return other;
  const whole = wired(page);
  const at = before.toReversed().reduce<unknown>((inner, name) => Reflect.get(Object(inner), name), whole);
  if (Array.isArray(at) && other === undefined) at.splice(Number(last), 1);
  else if (other === undefined) Reflect.deleteProperty(Object(at), last);
  else Reflect.set(Object(at), last, other);
  return whole;
}

const settings = walletSettings({ networks: ["base", "tron"] });
const payer: Payer = { family: "evm", address: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", chainId: 8453 };
const sent: Sent = {
  hash: `0x${"11".repeat(32)}`,
  batch: null,
  isSafe: false,
  reference: null,
  wallet: payer.address,
  from: null,
  nonce: null,
  isMined: false,
  at: 1,
  unsent: null,
};
const nothing = {
  proceed() {},
  pick() {},
  requote() {},
  sign() {},
  askAgain() {},
  back() {},
  recheck() {},
  forget() {},
  resend: async () => true,
};
const context = { token: TOKEN, apiUrl: "", clientId: "", drawn: null, quoteSigner: "", drawnAt: 0 };

/** Everywhere the page may be when this answer comes: opening, before a wallet, with one, with a payment on its way. */
function draw(page: PageState): void {
  const fresh = startFlow(page, null, null);
  const connected = nextFlow(fresh, { type: "wallet", payer });
  const flows = [
    fresh,
    nextFlow(connected, { type: "read", epoch: connected.epoch, page }),
    startFlow(page, sent, null),
  ];
  renderToStaticMarkup(
    <I18nProvider locale="en" messages={en}>
      <FirstView t={translator("en", en)} page={page} />
      {flows.map((flow, index) => (
        <SessionView
          key={String(index)}
          flow={flow}
          actions={nothing}
          context={context}
          settings={settings}
          isOnline
        />
      ))}
    </I18nProvider>,
  );
}

test("every kind of state has an example as the page opens with it, and a title", () => {
  const shown = new Map(Object.values(FIRST_STATES).map((page) => [page.kind, page]));
  expect([...shown.keys()].sort()).toEqual(PAGE_KINDS.toSorted());
  for (const page of shown.values()) {
    const view = renderToStaticMarkup(
      <I18nProvider locale="en" messages={en}>
        <FirstView t={translator("en", en)} page={page} />
      </I18nProvider>,
    );
    expect(view, page.kind).toMatch(/<h[12]/);
  }
});

describe("an answer about a link", () => {
  test.each(EXAMPLES)("%s is understood as it is", (_, page) => {
    expect(pageStateIn(wired(page), TOKEN)).toEqual(wired(page));
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "<html>Bad gateway</html>"],
    ["a list", []],
    ["an error of the API", { error: "Internal Server Error", statusCode: 500 }],
    ["a state of another version", { kind: "refunded", token: TOKEN }],
    ["a name every object has", { kind: "constructor" }],
    ["a state without what belongs to it", { kind: "ready", token: TOKEN }],
  ])("%s is none", (_, answer) => {
    expect(pageStateIn(answer, TOKEN)).toBeNull();
  });

  test("the answer for another link is none", () => {
    for (const [, page] of EXAMPLES) {
      if ("token" in page) expect(pageStateIn(wired(page), "01ARZ3NDEKTSV4RRFFQ69G5FAV")).toBeNull();
    }
  });

  test("fields of a newer service are no reason to understand nothing", () => {
    for (const [, page] of EXAMPLES) {
      expect(pageStateIn({ ...page, newer: { than: "this page" } }, TOKEN)).not.toBeNull();
    }
  });

  test("whatever stands in the place of anything: it is none, or the page can draw it", () => {
    let [drawn, none] = [0, 0];
    const kinds = new Map(
      EXAMPLES.map(([name, page]) => [`${page.kind} ${"bundle" in page && !!page.bundle}`, name]),
    );
    for (const [, page] of EXAMPLES.filter(([name]) => [...kinds.values()].includes(name))) {
      for (const path of placesIn(wired(page))) {
        for (const other of OTHERS) {
          const answer = withOther(page, path, other);
          const understood = pageStateIn(answer, TOKEN);
          if (!understood) none++;
          else {
            drawn++;
            expect(
              () => draw(understood),
              `${page.kind} ${path.join(".")} = ${JSON.stringify(other)}`,
            ).not.toThrow();
          }
        }
      }
    }
    expect(none).toBeGreaterThan(drawn);
    expect(drawn).toBeGreaterThan(300);
  }, 600_000);
});
