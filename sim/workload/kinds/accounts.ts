import { systemCaller } from "@/server/auth/callers";
import type { App } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { rotateApiKey } from "@/server/platforms/api-keys/rotate";
import type { RunContext } from "@/sim/workload/run-context";
import { type StepKind, stepOf } from "@/sim/workload/step";
import { storeKey, type Tenant } from "@/sim/workload/tenants";

/** A key that was replaced may still work, or not any more, for so long beside what was said. */
const AROUND_MS = 60_000;

/** An account names a request of another one in every way there is, and reads its own lists. */
export const asksForForeign: StepKind = {
  weight: 5,
  plan(chance, planned) {
    const request = planned.any("request", chance);
    if (request === null) return null;
    const tenant = planned.tenant(chance);
    return stepOf("ask_for_foreign", { request, tenant }, async (run) => {
      const known = run.requests.get(request);
      const stranger = run.tenants[tenant];
      if (!known || !stranger || stranger === known.tenant) return;
      const path = `/v2/request/${known.requestId}`;
      for (const [method, asked, body] of [
        ["GET", path],
        ["GET", `${path}/pay`],
        ["GET", `${path}/refunds`],
        ["POST", `${path}/refunds`, {}],
      ] as const) {
        const answer = await run.call({ tenant: stranger, method, path: asked, body, expected: [404] });
        if (answer && answer.status < 300) {
          run.model.broken(
            "accounts are apart",
            `${stranger.host} may ${method} ${asked} of another account`,
          );
        }
      }
      await readsList(run, stranger, known.network.of.currency);
    });
  },
};

/** A person puts another key in the place of one; the old one ends at once or in an hour. */
export const rotatesKeys: StepKind = {
  weight: 3,
  plan(chance, planned) {
    const tenant = planned.tenant(chance);
    const overlapHours = chance.pick([0, 1]);
    return stepOf("rotate_key", { tenant, overlapHours }, async (run) => {
      const of = run.tenants[tenant];
      if (!of) return;
      const { apiKey } = of;
      await run.asOwner((app) => rotate(app, of, overlapHours));
      const endsAt = run.world.scheduler.now + 3_600_000 * overlapHours;
      run.replacedKeys.push({ tenant: of, apiKey, endsAt });
      await usesReplacedKeys(run);
    });
  },
};

/** Keys that were replaced work until their overlap is over, and not after that. */
async function usesReplacedKeys(run: RunContext): Promise<void> {
  for (const { tenant, apiKey, endsAt } of run.replacedKeys) {
    const left = endsAt - run.world.scheduler.now;
    if (Math.abs(left) < AROUND_MS && left > 0) continue;
    const answer = await run.call({
      tenant: { ...tenant, apiKey },
      method: "GET",
      path: `/v2/payments?paymentCurrency=USDC-sepolia`,
      expected: [401],
    });
    const works = answer?.status === 200;
    if (answer && works !== left > 0) {
      const what = works ? "still works" : "works no more";
      run.model.broken("a replaced key works until its end", `a key of ${tenant.host} ${what}`);
    }
  }
}

async function rotate(app: App, tenant: Tenant, overlapHours: number): Promise<void> {
  const ctx = app.context(systemCaller(tenant.platformId));
  try {
    const { id, value } = await rotateApiKey(ctx, tenant.apiKeyId, { overlapHours });
    Object.assign(tenant, { apiKeyId: id, apiKey: value });
  } catch (error) {
    // The commit was made and its answer was lost: nobody has seen the new key, so another one is made.
    if (!(error instanceof ApiError) || error.code !== "conflict") throw error;
    Object.assign(tenant, await inTransaction(ctx, (tx) => storeKey(tx, tenant.platformId)));
  }
}

async function readsList(run: RunContext, tenant: Tenant, currency: string): Promise<void> {
  const answer = await run.call({ tenant, method: "GET", path: `/v2/payments?paymentCurrency=${currency}` });
  const rows: { request: { requestId: string } }[] = answer?.body.payments ?? [];
  run.model.listed(
    tenant.host,
    rows.map(({ request }) => request.requestId),
  );
}
