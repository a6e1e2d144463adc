import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { transformSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as request from "@/app/v2/request/route";
import description from "@/public/openapi.json";
import { createFrontDoor } from "@/server/http/front-door/front-door";
import { routeTable } from "@/server/http/front-door/route-table";
import type { OpenApi } from "@/server/http/openapi/document";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { groupsOf } from "../catalogue";
import { verifyCode } from "../events/verify-code";
import { pythonValue, type Snippet, snippetsOf } from "./languages";
import { sampleCall } from "./sample";

// The file is what `npm run openapi` wrote, which TypeScript cannot see through JSON.
const published = description as unknown as OpenApi;
const listed = groupsOf(published).flatMap(({ operations }) => operations);
const directory = mkdtempSync(join(tmpdir(), "quittance-snippets-"));
const run = promisify(execFile);

afterAll(() => rmSync(directory, { recursive: true }));

function snippets(operationId: string, apiUrl: string): Snippet[] {
  const found = listed.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`${operationId} is not published`);
  return snippetsOf(
    sampleCall(found.method, found.path, found.operation, apiUrl, published.components.schemas),
  );
}

function isInstalled(program: string, asked = "--version"): boolean {
  try {
    execFileSync(program, [asked], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const RUNNERS: Record<Snippet["language"], { program: string; file: string; args: string[] }> = {
  curl: { program: "sh", file: "call.sh", args: [] },
  TypeScript: { program: process.execPath, file: "call.mts", args: ["--import", "tsx"] },
  Python: { program: "python3", file: "call.py", args: [] },
};
const isRunnable = { curl: isInstalled("curl"), TypeScript: true, Python: isInstalled("python3") };

/** Runs code as a reader would: from a file, with the key in the environment. */
async function runSnippet({ language, code }: Snippet, apiKey: string): Promise<unknown> {
  const { program, file, args } = RUNNERS[language];
  const path = join(directory, file);
  // The program prints an object as its language does; the test wants it as JSON.
  const asJson = {
    curl: code,
    TypeScript: code.replace(/console\.log\((.*)\);$/, "console.log(JSON.stringify($1));"),
    Python: code.replace(/print\((.*)\)$/, "print(json.dumps($1))"),
  };
  writeFileSync(path, asJson[language]);
  const { stdout } = await run(program, [...args, path], {
    env: { ...process.env, API_KEY: apiKey },
  });
  return JSON.parse(stdout);
}

describe("code of the reference", () => {
  let api: TestApi;
  let apiKey: string;
  const log = { error: () => {} };
  const server = createFrontDoor(
    routeTable([["/v2/request", request]]),
    (_, response) => response.end("a page"),
    log,
  );
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(async () => {
    // Nothing is asked of a node here.
    api = await startTestApi({ RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
    ({ apiKey } = await aTenant(api));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  afterAll(async () => {
    server.close();
    await api.close();
  });

  test.each(["curl", "TypeScript", "Python"] as const)(
    "creates and lists a request in %s",
    async (language) => {
      if (!isRunnable[language]) return;
      const [create, list] = ["createRequest", "listRequests"].map((id) => {
        const found = snippets(id, url()).find((one) => one.language === language);
        if (!found) throw new Error(`no ${language} of ${id}`);
        return found;
      });
      if (!create || !list) throw new Error("not both");
      const { requestId } = (await runSnippet(create, apiKey)) as { requestId: string };
      expect(requestId).toMatch(/^\S{20,}$/);
      const page = (await runSnippet(list, apiKey)) as { requests: { requestId: string }[] };
      expect(page.requests[0]?.requestId).toBe(requestId);
    },
  );

  test("is well-formed for every operation, and no secret is ever in it", () => {
    const all = listed.flatMap(({ operation }) => snippets(operation.operationId, "https://api.example"));
    const of = (language: Snippet["language"]) =>
      all.filter((one) => one.language === language).map(({ code }) => code);
    expect(of("Python").length).toBe(listed.length);
    for (const code of of("TypeScript")) transformSync(code, { loader: "ts", format: "esm" });
    for (const code of of("curl")) execFileSync("sh", ["-n"], { input: code });
    if (isRunnable.Python) {
      const compile = "import json, sys\nfor code in json.load(sys.stdin): compile(code, 'example', 'exec')";
      execFileSync("python3", ["-c", compile], { input: JSON.stringify(of("Python")) });
    }
    expect(all.filter(({ code }) => /[so]k_\w|orc_\w/.test(code))).toEqual([]);
  });

  test("quotes whatever a value holds, in every language", async () => {
    const body = { note: `it's "so" $HOME \`id\` \\ ${String.fromCodePoint(0x1f600)}`, none: null, is: true };
    expect(pythonValue({ a: [], b: {}, c: null, d: [true, 1.5] })).toBe(
      '{\n    "a": [],\n    "b": {},\n    "c": None,\n    "d": [\n        True,\n        1.5,\n    ],\n}',
    );
    const call = { method: "POST", url: `${url()}/v2/nothing`, credentials: [], body, isJson: true };
    const [curl] = snippetsOf(call);
    const printed = execFileSync("sh", ["-s"], {
      input: `curl() { for last; do :; done; printf '%s' "$last"; }\n${curl?.code}`,
    });
    expect(JSON.parse(printed.toString())).toEqual(body);
  });
});

describe("the signature check of the reference", () => {
  const body = '{"event":"payment.confirmed"}';
  const signature = "090d0ee6b1632365f405aa9cb10a4d4fb349f45e76d9841c81479936a8f377ee";
  const forged = ["", "zz", signature.slice(2), `${signature}00`, "é", `1${signature.slice(1)}`];
  const code = (language: string) =>
    verifyCode("x-service-signature").find((one) => one.language === language)?.code ?? "";

  test("in TypeScript accepts the check value and refuses everything near it", async () => {
    const path = join(directory, "verify.mjs");
    writeFileSync(path, transformSync(code("TypeScript"), { loader: "ts", format: "esm" }).code);
    const { isGenuine } = await import(/* @vite-ignore */ path);
    const bytes = new TextEncoder().encode(body);
    expect(isGenuine(bytes, signature, "test-signing-secret")).toBe(true);
    expect(isGenuine(bytes, signature, "another")).toBe(false);
    expect(forged.filter((one) => isGenuine(bytes, one, "test-signing-secret"))).toEqual([]);
  });

  test("in Python does the same, and in the shell prints the signature", () => {
    if (isRunnable.Python) {
      const cases = [signature, ...forged].map((one) => [body, one, "test-signing-secret"]);
      const asked = JSON.stringify([...cases, [body, signature, "another"]]);
      const script = `${code("Python")}\nimport json, sys\nprint(json.dumps([is_genuine(b.encode(), s, k) for b, s, k in json.load(sys.stdin)]))`;
      const printed = execFileSync("python3", ["-c", script], { input: asked }).toString();
      expect(JSON.parse(printed)).toEqual([true, ...forged.map(() => false), false]);
    }
    if (isInstalled("openssl", "version")) {
      writeFileSync(join(directory, "body.json"), body);
      const env = { ...process.env, WEBHOOK_SECRET: "test-signing-secret" };
      const printed = execFileSync("sh", ["-c", code("Shell")], { cwd: directory, env });
      expect(printed.toString().trim()).toBe(signature);
    }
  });
});
