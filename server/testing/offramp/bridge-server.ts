import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Received {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  body: Record<string, unknown>;
}

type Reply = { status: number; body: unknown; headers?: Record<string, string> };

/** An HTTP server that plays the documented API of Bridge: customers, bank accounts, errors and signed notices. */
export async function startBridgeServer() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const received: Received[] = [];
  const links = new Map<string, Record<string, unknown>>();
  const accounts = new Map<string, Record<string, unknown>>();
  /** Answers that come instead of the next ones. */
  const instead: Reply[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const call = {
      method: request.method ?? "",
      path: request.url ?? "",
      idempotencyKey: request.headers["idempotency-key"]?.toString(),
      body: text === "" ? {} : JSON.parse(text),
    };
    received.push(call);
    const reply = instead.shift() ?? (request.headers["api-key"] === "sk-test" ? answer(call) : UNAUTHORIZED);
    const { status, body, headers } = reply;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });

  function answer({ method, path, body }: Received): Reply {
    if (method === "POST" && path === "/kyc_links") {
      const known = [...links.values()].find(({ email }) => email === body.email);
      if (known) return { status: 400, body: { code: "duplicate_record", existing_kyc_link: known } };
      const id = `link-${links.size + 1}`;
      const link = {
        id,
        ...body,
        kyc_link: `https://bridge.example/kyc/${id}`,
        tos_link: `https://bridge.example/tos/${id}`,
        kyc_status: "not_started",
        tos_status: "pending",
        rejection_reasons: [],
        customer_id: `customer-${links.size + 1}`,
      };
      links.set(id, link);
      return { status: 201, body: link };
    }
    const link = links.get(/^\/kyc_links\/([^/]+)$/.exec(path)?.[1] ?? "");
    if (link) return { status: 200, body: link };
    if (method === "POST" && /^\/customers\/[^/]+\/external_accounts$/.test(path)) {
      const id = `account-${accounts.size + 1}`;
      const account = { id, active: true, bank_name: body.bank_name, account: { last_4: "6789" } };
      accounts.set(id, account);
      return { status: 201, body: account };
    }
    const account = accounts.get(/\/external_accounts\/([^/]+)$/.exec(path)?.[1] ?? "");
    if (account) return { status: 200, body: account };
    return { status: 404, body: { code: "not_found", message: "no such thing" } };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    noticeKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
    received,
    links,
    accounts,
    instead,
    /** The header of a notice; hashed twice as the documentation says, or once. */
    sign: (raw: string, at: Date, times: 1 | 2 = 2) => {
      const text = `${at.getTime()}.${raw}`;
      const signed = times === 2 ? createHash("sha256").update(text).digest() : text;
      const signature = createSign("RSA-SHA256").update(signed).sign(privateKey, "base64");
      return `t=${at.getTime()},v0=${signature}`;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type BridgeServer = Awaited<ReturnType<typeof startBridgeServer>>;

const UNAUTHORIZED: Reply = { status: 401, body: { code: "unauthorized", message: "Invalid key" } };
