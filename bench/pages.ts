import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { dashboardFigures } from "@/bench/support/dashboard-pages";
import { newDataDir, npmStart } from "@/e2e/support/npm-start";
import { requireBrowser } from "@/server/testing/browser/browser";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
/** No dependency of ours: fetched when it is wanted. Later versions need a newer Node. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const LIGHTHOUSE_MS = 180_000;

/**
 * What a payer's browser loads before the first press, how long a merchant waits for the dashboard, and what Lighthouse
 * makes of the payer's page on a simulated phone.
 * The production build has to be there; the page is that of the demo's open payment link.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const { dataDir, remove } = newDataDir(mkdtempSync(join(tmpdir(), "quittance-bench-")));
  const instance = await npmStart(dataDir);
  const browser = await chromium.launch({ executablePath: await requireBrowser(process.env), args: FLAGS });
  try {
    const { demo } = instance.stack();
    if (!demo) throw new Error("this stack has no demo link");
    const figures = await weight(browser, demo.securePaymentUrl);
    figures.push(...(await dashboardFigures(browser, instance.stack())));
    await browser.close();
    figures.push(...(await lighthouse(demo.securePaymentUrl, quick ? 1 : 5)));
    return { name: "Pages", figures };
  } finally {
    await browser.close();
    await instance.stop();
    remove();
  }
}

/** Bytes on the wire by kind, compressed as the server sends them, before and after the connect button is pressed. */
async function weight(browser: Browser, url: string): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  const kib = (kind: string) => (bytes.get(kind) ?? 0) / 1024;
  await page.goto(url, { waitUntil: "networkidle" });
  const before = kib("Script");
  const figures: Figure[] = [
    {
      what: "JavaScript before the connect click",
      value: before,
      unit: "KiB",
      goal: { better: "less", goal: 145, stretch: 120 },
    },
    { what: "HTML of the payer page", value: kib("Document"), unit: "KiB" },
    { what: "CSS of the payer page", value: kib("Stylesheet"), unit: "KiB" },
  ];
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await page.getByRole("button", { name: "Test wallet" }).waitFor();
  await page.waitForLoadState("networkidle");
  figures.push({ what: "JavaScript after the connect click", value: kib("Script") - before, unit: "KiB" });
  await page.close();
  return figures;
}

interface Audit {
  numericValue?: number;
}

interface Verdict {
  categories: Record<"performance" | "accessibility", { score: number }>;
  audits: Record<
    "largest-contentful-paint" | "cumulative-layout-shift" | "total-blocking-time" | "first-contentful-paint",
    Audit
  >;
}

/** Medians over some runs with Lighthouse's own phone: slow network, slow processor, both simulated. */
async function lighthouse(url: string, runs: number): Promise<Figure[]> {
  const verdicts: Verdict[] = [];
  for (let run = 0; run < runs; run++) verdicts.push(await judge(url));
  const median = (value: (verdict: Verdict) => number) =>
    verdicts.map(value).sort((a, b) => a - b)[Math.floor(verdicts.length / 2)] ?? Number.NaN;
  const audit = (name: keyof Verdict["audits"], per = 1) =>
    median(({ audits }) => (audits[name].numericValue ?? Number.NaN) / per);
  const score = (name: keyof Verdict["categories"]) =>
    median(({ categories }) => categories[name].score * 100);
  return [
    {
      what: "Lighthouse mobile, performance",
      value: score("performance"),
      unit: "",
      goal: { better: "more", goal: 95, stretch: 99 },
    },
    {
      what: "Lighthouse mobile, accessibility",
      value: score("accessibility"),
      unit: "",
      goal: { better: "more", goal: 100, stretch: 100 },
    },
    {
      what: "Largest contentful paint",
      value: audit("largest-contentful-paint", 1_000),
      unit: "s",
      goal: { better: "less", goal: 1.5, stretch: 1 },
    },
    {
      what: "Cumulative layout shift",
      value: audit("cumulative-layout-shift"),
      unit: "",
      goal: { better: "less", goal: 0.02, stretch: 0 },
    },
    {
      what: "Total blocking time",
      value: audit("total-blocking-time"),
      unit: "ms",
      goal: { better: "less", goal: 100, stretch: 50 },
    },
    { what: "First contentful paint", value: audit("first-contentful-paint", 1_000), unit: "s" },
  ];
}

async function judge(url: string): Promise<Verdict> {
  const options = ["--quiet", "--output=json", "--only-categories=performance,accessibility"];
  const { stdout } = await promisify(execFile)(
    "npx",
    ["--yes", LIGHTHOUSE, url, ...options, `--chrome-flags=--headless=new ${FLAGS.join(" ")}`],
    {
      env: { ...process.env, CHROME_PATH: await requireBrowser(process.env) },
      maxBuffer: 2 ** 27,
      timeout: LIGHTHOUSE_MS,
    },
  );
  return JSON.parse(stdout);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  printReport(await run(effortOf(process.argv.slice(2))));
}
