import fc from "fast-check";
import { hangLimit } from "@/server/testing/long";

// Runs before each test file. Looking for the smallest case that fails must end before the limit of the test does, or
// nobody is told which case it was. An interrupted property that has not failed fails as well.
fc.configureGlobal({ interruptAfterTimeLimit: hangLimit(200_000), markInterruptAsFailure: true });
