import { UsageError } from "@/scripts/command-line/answer";
import { accountPayment, accountPayments } from "@/scripts/service/dashboard";
import { bodyOf } from "@/scripts/service/request-body";
import { serviceCommand } from "@/scripts/service/service-command";
import { fieldLines } from "@/scripts/service/shown";
import { waitUntilPaid } from "@/scripts/service/wait";

/** `quittance links create`: a page that asks for one amount, or for several that are paid together. */
export const create = serviceCommand("links create", async ({ client, options, say }) => {
  const { amount, destination, currency, reference, data } = options;
  if (amount.length === 0 && data === undefined) throw new UsageError("How much? --amount");
  const requests = amount.map((one) => ({
    amount: one,
    ...(destination === undefined ? {} : { destinationId: destination }),
    ...(currency === undefined ? {} : { invoiceCurrency: currency }),
  }));
  const body = bodyOf(data, {
    requests: amount.length === 0 ? undefined : requests,
    reference,
    redirectUrl: options["redirect-url"],
  });
  const created = await client.links.create(body as never);
  for (const line of fieldLines(created)) say(line);
  for (const requestId of created.requestIds) say(`requestId  ${requestId}`);
  return { data: created };
});

export const get = serviceCommand("links get", async ({ client, words: [requestId = ""], say }) => {
  const { detail, lines } = await accountPayment(client, requestId);
  for (const line of lines) say(line);
  return { data: detail };
});

export const list = serviceCommand("links list", async ({ client, options, say }) => {
  const { payments, lines } = await accountPayments(client, "incoming", options.limit);
  for (const line of lines) say(line);
  return { data: { payments } };
});

export const wait = serviceCommand(
  "links wait",
  async ({ client, words: [id = ""], options, say, interrupted }) => {
    const request = await waitUntilPaid(client, id, options.timeout, interrupted());
    for (const line of fieldLines(request)) say(line);
    return { data: request };
  },
);
