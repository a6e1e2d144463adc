-- Processes of 0.2.0 do not know that a wallet was taken away from the ways to sign in. They would make whoever has it an
-- owner of the account that it opened, and that owner would stay.
CREATE FUNCTION refuse_removed_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM removed_wallets r WHERE r.address = NEW.address AND r.chain_id = NEW.chain_id AND r.person_id <> NEW.person_id)
    AND EXISTS (SELECT FROM platforms p WHERE p.wallet_address = NEW.address AND p.wallet_chain_id = NEW.chain_id) THEN
    RAISE EXCEPTION 'this wallet was removed from the ways to sign in to its account' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER person_wallets_not_removed BEFORE INSERT ON person_wallets FOR EACH ROW EXECUTE FUNCTION refuse_removed_wallet();
