import { systemCaller } from "@/server/auth/callers";
import { sendTestEvent } from "@/server/webhooks/deliveries/send-test";
import { faultOf, type StepKind, stepOf } from "@/sim/workload/step";
import { switchOn } from "@/sim/workload/tenants";
import type { ReceiverBehaviour } from "@/sim/world/receiver";

/** A person tries the webhooks of an account: what is sent is signed and repeated like any other, and is no event. */
export const testsWebhooks: StepKind = {
  weight: 3,
  plan(chance, planned) {
    const tenant = planned.tenant(chance);
    return stepOf("test_webhooks", { tenant }, async (run) => {
      const one = run.tenants[tenant];
      if (!one) return;
      await run.asOwner(async (app) => {
        await switchOn(app, one);
        await sendTestEvent(app.context(systemCaller(one.platformId)), { eventType: "payment.confirmed" });
      });
    });
  },
};

/** A receiver of webhooks behaves in another way from now on. */
export const receiverChanges: StepKind = {
  weight: 8,
  plan(chance, planned) {
    const tenant = planned.tenant(chance);
    const behaviour = chance.pick<ReceiverBehaviour>([
      "ok",
      "ok",
      "error",
      "busy",
      "hangs",
      "loses_answer",
      "slow",
    ]);
    const make = behaviour === "ok" ? stepOf : faultOf;
    return make("receiver", { tenant, behaviour }, async (run) => {
      run.disturb();
      const one = run.tenants[tenant];
      if (!one) return;
      run.world.receivers.behaviours.set(one.host, behaviour);
      if (behaviour === "ok") await run.asOwner((app) => switchOn(app, one));
    });
  },
};
