import { createPlatform } from "./operator/create-platform";
import { runProgram } from "./operator/terminal";

await runProgram(createPlatform);
