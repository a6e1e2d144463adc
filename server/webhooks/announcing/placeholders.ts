import type { Config } from "@/server/config";
import { USUAL_SCREENING_PROVIDER } from "@/server/providers/kyt/names";
import type { EventName, EventPayload } from "@/server/webhooks/announcing/events";

/** What a test event says about where it was sent. */
export interface TestOrigin {
  /** ID of the test event, in place of a payment's. */
  id: string;
  /** Public value of the client ID it was sent for. */
  clientId: string | null;
  now: Date;
}

const REQUEST_ID = "req_test123456789abcdef";
const REFERENCE = "0x0123456789abcdef";
const WALLET = "0x1111111111111111111111111111111111111111";
const CLIENT_ID = "cli_test123456789abcdef";
const TOKEN = "01TEST0000000000000000TEST";
const USER = "test-user";

/** A payload of every event: the real shape with values that are nobody's (TD-05). */
export function placeholders(
  { wire, urls }: Pick<Config, "wire" | "urls">,
  { id, clientId, now }: TestOrigin,
): { [K in EventName]: EventPayload<K> } {
  const identity = { requestId: REQUEST_ID, requestID: REQUEST_ID, paymentReference: REFERENCE };
  const known = clientId === null ? {} : { clientId, origin: null };
  const confirmed: EventPayload<"payment.confirmed"> = {
    ...identity,
    paymentId: id,
    explorer: new URL(`/request/${REQUEST_ID}`, urls.pay).href,
    payerAddress: WALLET,
    payerEoaAddress: null,
    paymentProcessor: wire.network,
    amount: "100.0",
    totalAmountPaid: "100.0",
    expectedAmount: "100.0",
    txHash: `0x${"0".repeat(64)}`,
    network: "sepolia",
    currency: "USDC",
    paymentCurrency: "USDC",
    isCryptoToFiat: false,
    subStatus: "",
    fees: [{ type: "network", amount: "0.1", currency: "USDC" }],
    payee: WALLET,
    ...known,
  };
  const partial: typeof confirmed = { ...confirmed, amount: "50.0", totalAmountPaid: "50.0" };
  const ofClientId = { clientId: clientId ?? CLIENT_ID, origin: null };
  return {
    "payment.confirmed": confirmed,
    "payment.partial": partial,
    "payment.failed": {
      ...identity,
      paymentProcessor: wire.network,
      subStatus: "insufficient_funds",
      amount: "100.0",
      paymentCurrency: "USDC",
      isCryptoToFiat: false,
      failureReason: "Test",
      ...known,
    },
    "payment.refunded": {
      ...identity,
      paymentProcessor: wire.network,
      refundedTo: WALLET,
      refundAmount: "100.0",
      currency: "USDC",
      ...known,
    },
    "payment.processing": {
      ...identity,
      paymentProcessor: wire.tech,
      offrampId: "test-offramp",
      subStatus: "initiated",
      rawPayload: { status: "initiated", providerId: "test" },
      ...known,
    },
    "request.recurring": {
      requestId: REQUEST_ID,
      originalRequestId: "req_testoriginal6789abc",
      paymentReference: REFERENCE,
      originalRequestPaymentReference: "0xfedcba9876543210",
      paymentProcessor: wire.network,
      ...known,
    },
    "compliance.updated": {
      clientUserId: USER,
      kycStatus: "approved",
      agreementStatus: "completed",
      isCompliant: true,
      rawPayload: {},
    },
    "payment_detail.updated": { status: "approved", paymentDetailsId: "test-details", clientUserId: USER },
    "secure_payment.user_event": {
      userEvent: "wallet_connected",
      securePaymentToken: TOKEN,
      requestId: REQUEST_ID,
      requestIds: [REQUEST_ID],
      ...(clientId === null ? {} : { clientId }),
      occurredAt: now.toISOString(),
      properties: { wallet_provider: "test" },
    },
    "secure_payment.access_rejected": { requestId: REQUEST_ID, attemptedPayerWalletAddress: WALLET },
    "payment.confirmed.client_id": { ...confirmed, ...ofClientId },
    "payment.partial.client_id": { ...partial, ...ofClientId },
    "payment.confirmed.checkout": { ...confirmed, securePaymentToken: TOKEN },
    "payment.partial.checkout": { ...partial, securePaymentToken: TOKEN },
    "webhook.disabled": {
      webhookId: "test-webhook",
      url: "https://shop.example/webhooks",
      reason: "failing",
      failingSince: new Date(now.getTime() - 5 * 86_400_000).toISOString(),
      disabledAt: now.toISOString(),
    },
    "client_id.linked": {
      clientId: clientId ?? CLIENT_ID,
      orchestratorId: "test-orchestrator",
      linkId: "test-link",
      intentId: "test-intent",
      externalId: null,
      destinationId: `${WALLET}@eip155:11155111#TEST:USDC`,
      destinationWalletAddress: WALLET,
      chain: "sepolia",
      currency: "USDC",
    },
    "kyt.screening.completed": {
      paymentToken: TOKEN,
      walletAddress: WALLET,
      eoaAddress: WALLET,
      smartAccountAddress: null,
      status: "approved",
      provider: USUAL_SCREENING_PROVIDER,
      policyId: null,
      ...(clientId === null ? {} : { clientId }),
    },
  };
}
