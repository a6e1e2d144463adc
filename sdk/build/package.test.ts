import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { buildPackage } from "@/sdk/build/package";
import { runScript } from "@/server/testing/npm-script";

/** A program of somebody who installed the package, and nothing else. */
const shop = mkdtempSync(join(tmpdir(), "quittance-shop-"));
const folder = join(shop, "node_modules", "quittance");
let made: Metafile;

beforeAll(async () => {
  made = await buildPackage(folder);
});
afterAll(() => rmSync(shop, { recursive: true, force: true }));

const outputs = () => Object.entries(made.outputs);
const filesOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** A bundle as a page of a shop would load it, gzipped, in bytes. */
async function sizeFor(code: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: shop },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "").length;
}

describe("the package", () => {
  test("creates a request in 12 kB, gzipped", async () => {
    const size = await sizeFor(
      `import { Quittance } from "quittance"; new Quittance({ baseUrl: "https://pay.example" }).requests.create({});`,
    );
    expect(size).toBeGreaterThan(1_000);
    expect(size).toBeLessThanOrEqual(12_000);
  });

  test("is packed in 500 kB", async () => {
    // What `npm pack` compresses is all of it: one file after the other, with as many headers of 512 bytes.
    const files = filesOf(folder);
    const all = Buffer.concat(files.map((file) => readFileSync(file)));
    expect(gzipSync(all).length + files.length * 512).toBeLessThanOrEqual(500_000);
    expect(files.filter((file) => statSync(file).size === 0)).toEqual([]);
  });

  test("needs nothing beside it, in Node, browsers and edge runtimes", () => {
    const { version, dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    expect({ dependencies, peerDependencies }).toEqual({});
    expect(version).toBe(JSON.parse(readFileSync(join(repositoryRoot(), "package.json"), "utf8")).version);
    const outside = outputs().flatMap(([, { imports }]) => imports.filter(({ external }) => external));
    expect(outside).toEqual([]);
  });

  test("npm run sdk:build writes it", async () => {
    const other = join(shop, "other");
    expect(await runScript("sdk:build", [other])).toMatchObject({ code: 0, output: `wrote ${other}\n` });
    const contents = (path: string) =>
      filesOf(path).map((file) => [relative(path, file), readFileSync(file, "utf8")] as const);
    expect(contents(other)).toEqual(contents(folder));
  });

  test("compares and verifies by the code of the payer's page and of the command", () => {
    const sources = outputs().flatMap(([, { inputs }]) => Object.keys(inputs));
    for (const shared of [
      "components/pay/safety/compare.ts",
      "server/quittances/check-offline.ts",
      "server/quittances/check-on-chain.ts",
    ]) {
      expect(sources).toContain(shared);
    }
  });

  test("brings no codec of chains and nothing of the service to those who only call and listen", () => {
    for (const name of ["index.js", "webhooks.js"]) {
      const [, output] = outputs().find(([path]) => path.endsWith(`/quittance/${name}`)) ?? [];
      const parts = (output?.imports ?? []).map(({ path }) => made.outputs[path]);
      const sources = [output, ...parts].flatMap((part) => Object.keys(part?.inputs ?? {}));
      expect(sources.length).toBeGreaterThan(0);
      expect(sources.filter((source) => !source.startsWith("sdk/"))).toEqual([]);
    }
  });

  test("does what it says when it is imported by Node", async () => {
    const entry = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href);
    const { Quittance, NoAnswerError } = await entry("index.js");
    const { sign, unwrap } = await entry("webhooks.js");
    const { compare, transactions, verifyQuittance } = await entry("safety.js");
    const client = new Quittance({ baseUrl: "http://127.0.0.1:9", maxRetries: 0 });
    await expect(client.requests.get("r")).rejects.toBeInstanceOf(NoAnswerError);
    const body = '{"event":"payment.confirmed"}';
    const headers = await sign(body, "secret", { deliveryId: "d", sentAt: new Date() });
    expect(await unwrap(body, headers, "secret")).toMatchObject({ deliveryId: "d", isTest: true });
    const wallet = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
    expect(compare({}, { network: "sepolia", wallet, payments: [] })).toMatchObject({ ok: false });
    expect(transactions.toViem({ to: wallet, data: "0x", value: 1 }).value).toBe(1n);
    expect(await verifyQuittance({}, { signer: wallet })).toMatchObject({ isValid: false });
  });
});

describe("its types", () => {
  /** What the compiler says of a program of the shop, which has no types but those of the package. */
  function compiled(code: string): string {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2022",
      module: "nodenext",
      lib: ["es2022", "dom"],
      types: [],
    };
    writeFileSync(join(shop, "package.json"), '{ "type": "module" }');
    writeFileSync(join(shop, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["shop.ts"] }));
    writeFileSync(join(shop, "shop.ts"), code);
    const tsc = join(repositoryRoot(), "node_modules", "typescript", "bin", "tsc");
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", shop], { encoding: "utf8" });
    return status === 0 ? "" : stdout + stderr;
  }

  test("stand by themselves, checked as strictly as can be", () => {
    const said = compiled(`
      import { ConflictError, Quittance } from "quittance";
      import { createDispatcher } from "quittance/webhooks";
      import { compare, verifyQuittance } from "quittance/safety";
      const client = new Quittance({ baseUrl: "https://pay.example", apiKey: "sk_1" });
      const { requestId } = await client.requests.create({
        amount: "10",
        invoiceCurrency: "USDC-base",
        paymentCurrency: "USDC-base",
        payee: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      });
      const paid: boolean = (await client.requests.get(requestId)).hasBeenPaid;
      createDispatcher({
        secrets: "s",
        seen: () => paid,
        on: { "payment.confirmed": ({ paymentId }) => paymentId.length },
      });
      const result = compare({}, { network: "base", wallet: "0x", payments: [] });
      if (result.ok) for (const { transaction } of result.steps) if (transaction.family === "evm") transaction.value satisfies bigint;
      export const verified: boolean = (await verifyQuittance({}, { signer: "0x" })).isValid;
      export const isConflict = (error: unknown) => error instanceof ConflictError && error.code === "already_paid";
    `);
    expect(said).toBe("");
  });

  test("refuse an amount that is a float, an event that does not exist and a transaction that was not compared", () => {
    const said = compiled(`
      import { Quittance } from "quittance";
      import { createDispatcher } from "quittance/webhooks";
      import { compare } from "quittance/safety";
      const client = new Quittance({ baseUrl: "https://pay.example", apiKey: "sk_1" });
      client.requests.create({ amount: 10, invoiceCurrency: "USD", paymentCurrency: "USDC-base" });
      createDispatcher({ secrets: "s", seen: () => true, on: { "payment.paid": () => 1 } });
      compare({}, { network: "base", wallet: "0x", payments: [] }).steps;
    `);
    for (const line of [6, 7, 8]) expect(said).toContain(`shop.ts(${line},`);
  });
});
