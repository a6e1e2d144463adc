/** The machines of a cluster: an odd number, so that a majority can decide. */
export const NODE_NAMES = ["one", "two", "three"] as const;
export type NodeName = (typeof NODE_NAMES)[number];
