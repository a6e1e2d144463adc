import { register } from "node:module";

/**
 * Loaded before ponder where its limit of calls a second is lifted. It begins with 20 and rises while the node answers
 * well, and no setting of 0.16 changes it.
 */
register(new URL("./limit-in-source.mjs", import.meta.url));
