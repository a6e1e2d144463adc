import { Quittance } from "quittance";
import { priceOf } from "../../orders";

/** The payer pressed "Pay": the shop makes a link over what the order costs, and sends the payer there. */
export async function POST(request: Request): Promise<Response> {
  const orderId = String((await request.formData()).get("orderId"));
  const amount = priceOf(orderId);
  if (amount === null) return new Response("There is no such order", { status: 404 });
  const client = new Quittance({
    baseUrl: process.env.QUITTANCE_URL ?? "",
    apiKey: process.env.QUITTANCE_API_KEY ?? "",
  });
  const link = await client.links.create(
    { requests: [{ amount }], reference: orderId },
    // Pressed twice, it is one link.
    { idempotencyKey: `order-${orderId}` },
  );
  return Response.redirect(link.securePaymentUrl, 303);
}
