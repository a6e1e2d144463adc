import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

interface Received {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  body: Record<string, unknown>;
}

interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Before it is sent. */
  delayMs?: number;
  /** The call is carried out all the same: only its answer is lost. */
  isDone?: true;
}

type Stored = Record<string, unknown>;

/**
 * An HTTP server that plays the documented API of Bridge: customers, bank accounts, transfers, rates, idempotency keys,
 * errors and signed notices.
 */
export async function startBridgeXyzServer() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const received: Received[] = [];
  const links = new Map<string, Stored>();
  const accounts = new Map<string, Stored>();
  const transfers = new Map<string, Stored>();
  /** Answers under the idempotency keys they were given for. */
  const answered = new Map<string, { asked: string; reply: Reply }>();
  /** What one dollar is sold for. */
  const rates: Record<string, string> = { eur: "0.9", gbp: "0.78", mxn: "18.2" };
  /** Answers that come instead of the next ones. */
  const instead: Reply[] = [];
  /** What happens while a call is with the provider, by its path; once. */
  const meanwhile = new Map<string, () => Promise<void>>();
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
    const happens = meanwhile.get(call.path);
    meanwhile.delete(call.path);
    await happens?.();
    const planned = instead.shift();
    const isAllowed = request.headers["api-key"] === "sk-test";
    const own = isAllowed && (!planned || planned.isDone) ? once(call) : UNAUTHORIZED;
    const { status, body, headers, delayMs } = planned ?? own;
    if (delayMs) await wait(delayMs);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });

  /** Every POST needs a key; the same key is the same call, or a mistake. */
  function once(call: Received): Reply {
    if (call.method !== "POST") return answer(call);
    const { idempotencyKey: key, path, body } = call;
    if (key === undefined) return invalid("header", "Idempotency-Key");
    const asked = JSON.stringify([path, body]);
    const known = answered.get(key);
    if (known) return known.asked === asked ? known.reply : invalid("header", "Idempotency-Key");
    const reply = answer(call);
    if (reply.status < 400) answered.set(key, { asked, reply });
    return reply;
  }

  function startTransfer(body: Stored): Reply {
    const source = record(body.source);
    const destination = record(body.destination);
    const features = record(body.features);
    const account = accounts.get(String(destination.external_account_id));
    if (![...links.values()].some(({ customer_id: id }) => id === body.on_behalf_of)) {
      return invalid("body", "on_behalf_of");
    }
    if (account?.customer_id !== body.on_behalf_of) return invalid("body", "destination.external_account_id");
    if (account?.currency !== destination.currency) return invalid("body", "destination.currency");
    if (
      !["ethereum", "polygon", "arbitrum"].includes(String(source.payment_rail)) ||
      source.currency !== "usdc"
    ) {
      return invalid("body", "source.payment_rail");
    }
    const isFlexible = features.flexible_amount === true;
    if (isFlexible === (body.amount !== undefined)) return invalid("body", "amount");
    if (isFlexible && body.developer_fee !== undefined) return invalid("body", "developer_fee");
    const id = `transfer-${transfers.size + 1}`;
    const transfer = {
      id,
      client_reference_id: body.client_reference_id ?? null,
      state: "awaiting_funds",
      on_behalf_of: body.on_behalf_of,
      source: { ...source, from_address: null },
      destination,
      source_deposit_instructions: {
        payment_rail: source.payment_rail,
        currency: source.currency,
        from_address: null,
        to_address: `0x${createHash("sha256").update(id).digest("hex").slice(24)}`,
        ...(isFlexible ? {} : { amount: body.amount }),
      },
      features,
      receipt: {},
    };
    transfers.set(id, transfer);
    return { status: 201, body: transfer };
  }

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
      const account = {
        id,
        customer_id: path.split("/")[2],
        currency: body.currency,
        active: true,
        bank_name: body.bank_name,
        account: { last_4: "6789" },
      };
      accounts.set(id, account);
      return { status: 201, body: account };
    }
    const account = accounts.get(/\/external_accounts\/([^/]+)$/.exec(path)?.[1] ?? "");
    if (account) return { status: 200, body: account };
    if (method === "POST" && path === "/transfers") return startTransfer(body);
    const transfer = transfers.get(/^\/transfers\/([^/]+)$/.exec(path)?.[1] ?? "");
    if (transfer && method === "DELETE") {
      if (transfer.state !== "awaiting_funds") return invalid("path", "transfer_id");
      transfer.state = "canceled";
    }
    if (transfer) return { status: 200, body: transfer };
    const rate = rates[/^\/exchange_rates\?from=usd&to=([a-z]{3})$/.exec(path)?.[1] ?? ""];
    if (rate) return { status: 200, body: { midmarket_rate: rate, buy_rate: rate, sell_rate: rate } };
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
    transfers,
    answered,
    rates,
    instead,
    meanwhile,
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

export type BridgeXyzServer = Awaited<ReturnType<typeof startBridgeXyzServer>>;

function invalid(location: string, key: string): Reply {
  const source = { location, key: { [key]: "is not what it should be" } };
  return {
    status: 400,
    body: { code: "invalid_parameters", message: "Please check the parameters", source },
  };
}

function record(value: unknown): Stored {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const UNAUTHORIZED: Reply = { status: 401, body: { code: "unauthorized", message: "Invalid key" } };
