import type { Installation, Pair } from "@/server/testing/upgrade/installation";
import type { InstalledRelease } from "@/server/testing/upgrade/running-release";

/** What a step works on. */
export interface Rolling {
  installation: Installation;
  previous: InstalledRelease;
  present: InstalledRelease;
  /** Runs the migrations of the present release. */
  migrate(): Promise<void>;
  /** Uses what only the present release has. */
  usePresent(): Promise<void>;
  /** Sends every create so far again under its key. */
  repeat(): Promise<void>;
}

/** One step of an upgrade or of the way back. */
export interface Step {
  /** What is done, as the report says it. */
  name: string;
  /** What runs afterwards. */
  pair: Pair;
  happen(rolling: Rolling): Promise<void>;
}

const pair = (one: Pair["worker"], two: Pair["worker"], worker: Pair["worker"]): Pair => ({
  web: [one, two],
  worker,
});
const OLD = "previous";
const NEW = "present";

/**
 * Every pair of web and worker, and both webs beside each other with either worker: forwards in the order of the
 * documents, the worker first; back; and forwards again with web first.
 */
export const STEPS: readonly Step[] = [
  { name: "nothing yet", pair: pair(OLD, OLD, OLD), happen: async () => {} },
  {
    name: "migrations of the present release",
    pair: pair(OLD, OLD, OLD),
    happen: ({ migrate }) => migrate(),
  },
  worker("worker forward", NEW, pair(OLD, OLD, NEW)),
  web("web 1 forward", 0, NEW, pair(NEW, OLD, NEW)),
  web("web 2 forward", 1, NEW, pair(NEW, NEW, NEW)),
  {
    name: "what is new is used",
    pair: pair(NEW, NEW, NEW),
    happen: ({ usePresent }) => usePresent(),
  },
  web("web 1 back", 0, OLD, pair(OLD, NEW, NEW)),
  web("web 2 back", 1, OLD, pair(OLD, OLD, NEW)),
  worker("worker back", OLD, pair(OLD, OLD, OLD)),
  {
    name: "creates of both repeated at the release before",
    pair: pair(OLD, OLD, OLD),
    happen: ({ repeat }) => repeat(),
  },
  web("web 1 forward again", 0, NEW, pair(NEW, OLD, OLD)),
  web("web 2 forward again", 1, NEW, pair(NEW, NEW, OLD)),
  worker("worker forward again", NEW, pair(NEW, NEW, NEW)),
];

function web(name: string, which: 0 | 1, to: "previous" | "present", after: Pair): Step {
  return { name, pair: after, happen: (all) => all.installation.replaceWeb(which, all[to]) };
}

function worker(name: string, to: "previous" | "present", after: Pair): Step {
  return { name, pair: after, happen: (all) => all.installation.replaceWorker(all[to]) };
}
