import { isLong } from "@/server/testing/long";
import { test } from "./journey";

/**
 * A journey of the nightly run alone (`npm run test:long`): one that shows again what unit tests, tests of the API or
 * another journey prove by day, and that guards neither money nor truth nor access. `docs/decisions/tests.md` lists them.
 */
export const atNight = isLong() ? test : test.skip;
