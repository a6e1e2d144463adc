-- What drizzle-kit does not know: the accounts, in a function, so that another one can be added without a new constraint.
CREATE FUNCTION is_ledger_account(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $$
  SELECT name IN ('wallet', 'deposit_address', 'receipts', 'held_receipts', 'unallocated_receipts', 'overpayments', 'tolerance', 'conversion', 'fees',
    'payer_fees', 'payer_fees_charged', 'fees_payable', 'collected_unsplit', 'refunds', 'payouts', 'bank_transit', 'bank', 'gas', 'operator_gas')
$$;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_is_number" CHECK ("ledger_entries"."amount" <> 'NaN');--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_known_accounts" CHECK (is_ledger_account("ledger_entries"."debit") and is_ledger_account("ledger_entries"."credit"));
