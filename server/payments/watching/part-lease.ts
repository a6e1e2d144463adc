/**
 * Who records a part of a network's payments ahead of its watcher. `free`: nobody does, a worker may take it. `held`: one does,
 * and the watcher waits for it. `lapsed`: the one that did has committed nothing for so long that the watcher does its work.
 * `gone`: the network was split differently since.
 */
export const PART_STATES = ["free", "held", "lapsed", "gone"] as const;
export type PartState = (typeof PART_STATES)[number];

/**
 * What happens to a part. `committed`: the worker that took it last commits what it has recorded. `passed`: the watcher
 * of the network commits the blocks that the part stands before. `rewound`: blocks were replaced, or an operator
 * has the network go on from another block. `split`: the network gets another number of parts.
 */
export const PART_EVENTS = [
  "taken",
  "committed",
  "given_back",
  "time_passed",
  "passed",
  "rewound",
  "split",
] as const;
export type PartEvent = (typeof PART_EVENTS)[number];

/**
 * Rows are what a part is, columns are what happens, cells are what it is then; `refused` is an attempt that changes
 * nothing. A commit of what was read before a part was `passed`, `rewound` or `split` is refused in every state.
 */
export const partTable: Record<PartState, Record<PartEvent, PartState | "refused">> = {
  free: {
    taken: "held",
    committed: "refused",
    given_back: "free",
    time_passed: "free",
    passed: "free",
    rewound: "free",
    split: "gone",
  },
  held: {
    taken: "refused",
    committed: "held",
    given_back: "free",
    time_passed: "lapsed",
    passed: "held",
    rewound: "free",
    split: "gone",
  },
  lapsed: {
    taken: "held",
    // Late, but nobody has done its work meanwhile.
    committed: "held",
    given_back: "free",
    time_passed: "lapsed",
    passed: "free",
    rewound: "free",
    split: "gone",
  },
  gone: {
    taken: "refused",
    committed: "refused",
    given_back: "gone",
    time_passed: "gone",
    passed: "gone",
    rewound: "gone",
    split: "gone",
  },
};
