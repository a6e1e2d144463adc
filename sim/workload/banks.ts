import { balanceOf } from "@/sim/chain/balance";
import type { BankPayer, BankPayment } from "@/sim/workload/known";
import type { RunContext } from "@/sim/workload/run-context";
import type { Tenant } from "@/sim/workload/tenants";

/** The provider is asked about money on its way after so long. */
const ASKED_AGAIN_MS = 61_000;
/** So long the service takes to ask, and to write down what it was told. */
const TAKES_MS = 3_000;
/** No way to a bank account has as many steps. */
const MOST_STEPS = 40;
/** About money that a bank has, or an address that was closed, the provider is asked so rarely. */
const SELDOM_MS = 6 * 3_600_000;

/** Where each outcome that a tester sets leads in the end. */
const ENDS: Readonly<Record<string, string>> = { completed: "fiat_sent", canceled: "failed" };

interface SandboxRow {
  id: string;
  status: string;
  outcome: string;
  isClosed: boolean;
}

/** Shows the model what the provider has of each payment to a bank account. */
export async function lookAtBanks(run: RunContext): Promise<void> {
  const { world, model, bankPayments } = run;
  // What is half done is no news.
  if (bankPayments.size === 0 || !world.session.isBetweenTransactions) return;
  const byTransfer = new Map((await rowsOf(run)).map((row) => [row.id, row]));
  for (const { requestId, transferId } of bankPayments.values()) {
    const row = byTransfer.get(transferId);
    if (row) model.banks.says(requestId, row, world.scheduler.now);
  }
}

/** Lets time go by until nothing can become of any payment to a bank account any more. */
export async function banksComeToRest(run: RunContext): Promise<void> {
  const { scheduler } = run.world;
  if (run.bankPayments.size === 0) return;
  let calm = 0;
  for (let step = 0; step < MOST_STEPS && calm < 2; step++) {
    calm = (await areAtRest(run)) ? calm + 1 : 0;
    await asksAgain(run, step < MOST_STEPS / 2 ? ASKED_AGAIN_MS : SELDOM_MS);
  }
  await scheduler.runUntil(scheduler.now + TAKES_MS);
}

/** The provider is asked once more, after so long. */
export async function asksAgain(run: RunContext, afterMs = ASKED_AGAIN_MS): Promise<void> {
  const { scheduler } = run.world;
  scheduler.skip(afterMs);
  run.disturb();
  await scheduler.runUntil(scheduler.now + TAKES_MS);
  run.look();
  await lookAtBanks(run);
}

async function areAtRest(run: RunContext): Promise<boolean> {
  const payments = new Map([...run.bankPayments.values()].map((one) => [one.transferId, one]));
  return (await rowsOf(run)).every((row) => {
    const of = payments.get(row.id);
    if (!of || row.status === "failed" || row.status === "refunded") return true;
    if (row.status === "awaiting_funds" && row.outcome !== "canceled") return !isFunded(of);
    return row.status === (ENDS[row.outcome] ?? row.outcome);
  });
}

function isFunded({ network, payments }: BankPayment): boolean {
  const asked = payments.reduce((sum, { amount }) => sum + amount, 0n);
  const [first] = payments;
  if (!first) return false;
  const { chain, of } = network;
  return balanceOf(chain, of.token, first.recipient, chain.head) >= asked;
}

/** What the provider has stored: it is a stand-in within the service, whose own records are elsewhere. */
async function rowsOf({ world }: RunContext): Promise<SandboxRow[]> {
  const { rows } = await world.database.query<SandboxRow>(
    `select id, state->>'status' as status, state->>'outcome' as outcome,
       coalesce(state->>'isClosed', '') = 'true' as "isClosed"
     from offramp_sandbox where state ? 'depositAddress' order by id`,
  );
  return rows;
}

/** Who pays to a bank account for this account: begins the checks of that person where it was not done before. */
export async function bankPayerOf(run: RunContext, tenant: Tenant): Promise<BankPayer | null> {
  const known = run.bankPayers.get(tenant);
  if (known) return known;
  const clientUserId = "payer-1";
  const name = `of ${tenant.host}`;
  const post = (path: string, body: unknown, key?: string) =>
    run.call({ tenant, method: "POST", path, body, ...(key === undefined ? {} : { key }) });
  await post("/v2/payer", { ...PERSON, clientUserId, email: `ada@${tenant.host}` }, `payer ${name}`);
  await post(`/v2/sandbox/payers/${clientUserId}`, { kycStatus: "approved" });
  const path = `/v2/payer/${clientUserId}`;
  await run.call({ tenant, method: "PATCH", path, body: { agreementCompleted: true } });
  const added = await post(`${path}/payment-details`, BANK_ACCOUNT, `bank account ${name}`);
  const paymentDetailsId: string | undefined = added?.body.payment_detail.id;
  if (paymentDetailsId === undefined) return null;
  await post(`/v2/sandbox/payment-details/${paymentDetailsId}`, { status: "approved" });
  const payer = { clientUserId, paymentDetailsId };
  run.bankPayers.set(tenant, payer);
  return payer;
}

const ADDRESS = { addressLine1: "1 Main Street", city: "Berlin", country: "DE" };
const PERSON = {
  ...ADDRESS,
  firstName: "Ada",
  lastName: "Lovelace",
  beneficiaryType: "individual",
  dateOfBirth: "1987-06-05",
  state: "Berlin",
  postcode: "10115",
  nationality: "DE",
  phone: "+4930555123",
  ssn: "000-00-0000",
};
const BANK_ACCOUNT = {
  ...ADDRESS,
  bankName: "First Bank",
  accountName: "Ada Lovelace",
  beneficiaryType: "individual",
  currency: "EUR",
  iban: "DE89370400440532013000",
  dateOfBirth: "1987-06-05",
  postalCode: "10115",
};
