import { accountPayment, accountPayments } from "@/scripts/service/dashboard";
import { bodyOf } from "@/scripts/service/request-body";
import { serviceCommand } from "@/scripts/service/service-command";
import { fieldLines } from "@/scripts/service/shown";
import { waitUntilPaid } from "@/scripts/service/wait";

/** `quittance payouts create`: answers the transactions that pay; a wallet of yours signs and sends them. */
export const create = serviceCommand("payouts create", async ({ client, options, say }) => {
  const { amount, currency, payee, wallet, reference, data } = options;
  const body = bodyOf(data, {
    ...{ amount, payee, reference },
    invoiceCurrency: currency,
    paymentCurrency: options["pay-in"] ?? currency,
    payerWallet: wallet,
  });
  const created = await client.payouts.create(body as never);
  for (const line of fieldLines(created)) say(line);
  for (const { to, data: calldata, value } of created.transactions) {
    say(`transaction to ${to}, value ${JSON.stringify(value)}, ${calldata.length / 2 - 1} bytes of data`);
  }
  say("--json shows the transactions whole. Compare them before a wallet signs.");
  return { data: created };
});

export const get = serviceCommand("payouts get", async ({ client, words: [requestId = ""], say }) => {
  const { detail, lines } = await accountPayment(client, requestId);
  for (const line of lines) say(line);
  return { data: detail };
});

export const list = serviceCommand("payouts list", async ({ client, options, say }) => {
  const { payments, lines } = await accountPayments(client, "outgoing", options.limit);
  for (const line of lines) say(line);
  return { data: { payments } };
});

export const wait = serviceCommand(
  "payouts wait",
  async ({ client, words: [id = ""], options, say, interrupted }) => {
    const request = await waitUntilPaid(client, id, options.timeout, interrupted());
    for (const line of fieldLines(request)) say(line);
    return { data: request };
  },
);
