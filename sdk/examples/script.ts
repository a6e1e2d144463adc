import { Quittance } from "quittance";

/** A plain script: asks for 10 USDC, shows what is to be paid, and waits until it is paid; ten minutes at most. */
export async function askAndWait(
  settings: { baseUrl: string; apiKey: string; payee: string },
  show: (request: { requestId: string; paymentReference: string }) => void,
) {
  const { baseUrl, apiKey, payee } = settings;
  const client = new Quittance({ baseUrl, apiKey });
  const request = await client.requests.create({
    amount: "10",
    invoiceCurrency: "USDC-sepolia",
    paymentCurrency: "USDC-sepolia",
    payee,
  });
  show(request);
  return client.requests.waitUntilPaid(request.requestId, { signal: AbortSignal.timeout(600_000) });
}
