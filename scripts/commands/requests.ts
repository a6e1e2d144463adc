import { bodyOf } from "@/scripts/service/request-body";
import { serviceCommand } from "@/scripts/service/service-command";
import { columns, fieldLines } from "@/scripts/service/shown";
import { waitUntilPaid } from "@/scripts/service/wait";
import { whole } from "@/scripts/service/whole";

/** `quittance requests create`: the service checks the fields, and names those that are wrong. */
export const create = serviceCommand("requests create", async ({ client, options, say }) => {
  const { amount, currency, payee, reference, data } = options;
  const body = bodyOf(data, {
    ...{ amount, payee, reference },
    invoiceCurrency: currency,
    paymentCurrency: options["pay-in"] ?? currency,
  });
  // The table of what a request holds is the service's; it answers what is wrong by field.
  const created = await client.requests.create(body as never, keyOf(options));
  for (const line of fieldLines(created)) say(line);
  return { data: created };
});

export const get = serviceCommand("requests get", async ({ client, words: [id = ""], say }) => {
  const request = await client.requests.get(id);
  for (const line of fieldLines(request)) say(line);
  return { data: request };
});

export const list = serviceCommand("requests list", async ({ client, options, say }) => {
  const most = whole("--limit", options.limit, 1);
  const query = {
    limit: Math.min(most, 100),
    ...(options.wallet === undefined ? {} : { walletAddress: options.wallet }),
  };
  const requests = await client.requests.list(query).toArray(most);
  const rows = requests.map(
    ({ requestId, status, hasBeenPaid, amount, invoiceCurrency, createdAt, reference }) => [
      requestId,
      hasBeenPaid ? "paid" : status,
      `${amount ?? "-"} ${invoiceCurrency}`,
      createdAt,
      reference,
    ],
  );
  for (const line of columns(rows)) say(line);
  return { data: { requests } };
});

export const wait = serviceCommand(
  "requests wait",
  async ({ client, words: [id = ""], options, say, interrupted }) => {
    const request = await waitUntilPaid(client, id, options.timeout, interrupted());
    for (const line of fieldLines(request)) say(line);
    return { data: request };
  },
);

function keyOf({ "idempotency-key": idempotencyKey }: { "idempotency-key"?: string | undefined }) {
  return idempotencyKey === undefined ? {} : { idempotencyKey };
}
