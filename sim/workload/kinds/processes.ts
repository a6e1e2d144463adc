import { faultOf, type StepKind } from "@/sim/workload/step";

const WORKERS = 2;

/** The web process ends where it is, and another begins. */
export const webCrashes: StepKind = {
  weight: 3,
  plan: () =>
    faultOf("crash_web", {}, (run) => {
      run.disturb();
      run.world.service.crashWeb();
    }),
};

/** A worker ends where it is, and another begins. */
export const workerCrashes: StepKind = {
  weight: 4,
  plan(chance) {
    const worker = chance.between(0, WORKERS - 1);
    return faultOf("crash_worker", { worker }, (run) => {
      run.disturb();
      run.world.service.crashWorker(worker);
    });
  },
};
