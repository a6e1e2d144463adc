import { platforms } from "./operator/platforms";
import { runProgram } from "./operator/terminal";

await runProgram(platforms);
