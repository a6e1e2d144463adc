import { Quittance } from "@/sdk/index";

/** What compiles, and what does not: the compiler reads this and nothing runs it. */
export function types(client: Quittance) {
  const { requests, call } = client;
  const wrong = [
    // @ts-expect-error An amount is a text, never a float.
    () => requests.create({ amount: 10, invoiceCurrency: "USD", paymentCurrency: "USDC-base" }),
    // @ts-expect-error Without a currency there is no request.
    () => requests.create({ amount: "10" }),
    // @ts-expect-error A request is read by its ID.
    () => requests.get(),
    // @ts-expect-error There is no such path.
    () => call("get", "/v2/requests"),
    // @ts-expect-error There is no such method of the path.
    () => call("delete", "/v2/request"),
    // @ts-expect-error The path needs its ID.
    () => call("get", "/v2/request/{requestId}"),
    // @ts-expect-error One credential at a time.
    () => new Quittance({ baseUrl: "https://pay.example", apiKey: "sk_1", session: "s" }),
  ];
  const paid: Promise<boolean> = requests.get("id").then(({ hasBeenPaid }) => hasBeenPaid);
  const total: Promise<number> = requests
    .list({ limit: 5 })
    .firstPage()
    .then(({ pagination }) => pagination.total);
  const csv: Promise<string> = client.orchestrators.exportEarnings();
  return { wrong, paid, total, csv };
}
