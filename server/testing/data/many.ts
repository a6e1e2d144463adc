import type { Sql } from "postgres";
import { encodeTime } from "ulid";

export interface ManyPaid {
  platformId: string;
  /** The first one gets this number, the last one `first + count - 1`; one second apart. */
  first: number;
  count: number;
  /** When number 0 was created. Old enough for everything to be marked. */
  start: Date;
}

/**
 * Wallet number `n` as hex digits, which begin differently, as those of real wallets do: an index of payers holds their
 * beginnings. Every request is paid to wallet 0; every tenth payment comes from wallet 1.
 */
export function walletHex(n: number): string {
  const digits = [...n.toString(16).padStart(8, "0")].reverse();
  return digits.join("").padEnd(40, "0");
}

/** Row ID of number `n`: sorted, and as old as `start`. */
export function numberedId(start: Date, n: number): string {
  return encodeTime(start.getTime(), 10) + String(n).padStart(16, "0");
}

/**
 * Stores many requests, each paid by one final transfer, by SQL alone: 100 USDC on base to `walletHex(0)`,
 * reference `order-<n>`, from `walletHex(1)` for every tenth and from `walletHex(n + 2)` for the others.
 * Identifiers follow from the number: sha256 of `request-<n>`, `topic-<n>`, `tx-<n>`.
 */
export async function storeManyPaid(sql: Sql, many: ManyPaid): Promise<void> {
  const prefix = encodeTime(many.start.getTime(), 10);
  const start = many.start.toISOString();
  const last = many.first + many.count - 1;
  await sql`
    insert into requests (id, request_id, platform_id, kind, payee, network, invoice_currency, payment_currency,
      amount, salt, payment_reference, topic1, status, detection_source, reference, created_at)
    select ${prefix} || lpad(n::text, 16, '0'), decode('01', 'hex') || sha256(convert_to('request-' || n, 'UTF8')),
      ${many.platformId}, 'request', ${`0x${walletHex(0)}`}, 'base', 'USDC-base', 'USDC-base', 100000000,
      substr(sha256(convert_to('salt-' || n, 'UTF8')), 1, 8),
      substr(sha256(convert_to('reference-' || n, 'UTF8')), 1, 8),
      sha256(convert_to('topic-' || n, 'UTF8')), 'paid', 'service-network', 'order-' || n,
      ${start}::timestamptz + n * interval '1 second'
    from generate_series(${many.first}::int, ${last}::int) n`;
  await sql`
    insert into transfers (id, network, tx_hash, position, request_id, platform_id, state, type, token, recipient,
      amount, received, fee_amount, payer, block_number, block_hash, log_index, block_time, recorded_at,
      announced_round)
    select ${prefix} || lpad(n::text, 16, '0'), 'base', sha256(convert_to('tx-' || n, 'UTF8')), 0,
      ${prefix} || lpad(n::text, 16, '0'), ${many.platformId}, 'final', 'direct',
      decode('833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'hex'), decode(${walletHex(0)}, 'hex'), 100000000,
      100000000, 0, decode(rpad(reverse(lpad(to_hex(case when n % 10 = 0 then 1 else n + 2 end), 8, '0')), 40, '0'), 'hex'), n,
      sha256(convert_to('block-' || n, 'UTF8')), 0, ${start}::timestamptz + n * interval '1 second',
      ${start}::timestamptz + n * interval '1 second', 0
    from generate_series(${many.first}::int, ${last}::int) n`;
}
