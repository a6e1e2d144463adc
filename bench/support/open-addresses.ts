import type { Sql } from "postgres";
import type { Hex } from "viem";
import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import type { RequestRow } from "@/server/requests/draft";
import { depositOption } from "@/server/requests/paying/deposit/offer";
import { storedFee } from "@/server/requests/paying/due";
import { payablesOf } from "@/server/requests/paying/payable";

/** The deposit address of each of these requests of an account, as the API tells it. */
export async function depositAddressesOf(
  app: App,
  platformId: string,
  requests: readonly RequestRow[],
): Promise<Hex[]> {
  const ctx = app.context(systemCaller(platformId));
  const addresses: Hex[] = [];
  for (const payable of await payablesOf(ctx, requests)) {
    const option = await depositOption(ctx, payable, storedFee(payable));
    if (!option.isOffered) throw new Error(`no deposit address: ${option.reason}`);
    addresses.push(`0x${option.address.slice(2)}`);
  }
  return addresses;
}

/** Opens so many deposit addresses for USDC on base at which nothing arrives, spread over all requests, since a day. */
export async function openAddresses(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into deposit_addresses (network, address, request_id, payee, token, fee_proxy, payment_reference, amount,
      fee_amount, leg_amount, created_at, watched_until)
    select 'base', substr(sha256(convert_to('address-' || n, 'UTF8')), 1, 20), request.id,
      decode('0000000000000000000000000000000000000001', 'hex'),
      decode('833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'hex'),
      decode('0000000000000000000000000000000000000002', 'hex'), request.payment_reference, request.amount, 0, 0,
      now() - interval '1 day', now() + interval '1 year'
    from (select id, payment_reference, amount, row_number() over (order by id)::int - 1 as place,
        count(*) over ()::int as number from requests) request,
      generate_series(request.place, ${count - 1}::int, request.number) n`;
  await sql`analyze deposit_addresses`;
}
