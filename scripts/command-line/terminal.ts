import type { COMMANDS } from "./table.mjs";

/** The words that name a command after `quittance`. */
export type CommandName = keyof typeof COMMANDS;

type Given<Option> = Option extends { many: true }
  ? string[]
  : Option extends { initial: string }
    ? string
    : Option extends { value: string }
      ? string | undefined
      : boolean;

/** The options of a command as they were typed. */
export type OptionsOf<Name extends CommandName> = (typeof COMMANDS)[Name] extends { options: infer Options }
  ? { [Option in keyof Options]: Given<Options[Option]> }
  : Record<never, never>;

/** What a command is called with, and where it says what it did: this process, or a test. */
export interface Terminal<Name extends CommandName> {
  /** What was typed after its name, without options. */
  words: readonly string[];
  options: OptionsOf<Name>;
  /** Whether the answer is to be JSON. */
  isJson: boolean;
  env: NodeJS.ProcessEnv;
  /** Standard output. */
  print(text: string): void;
  /** Standard error. */
  complain(text: string): void;
  /** Ends with the first Ctrl-C, for a command that goes on until then; a second one ends the process. */
  interrupted(): AbortSignal;
}

/** A command, which ends with an exit code: 0 done, 1 failed, 2 called wrongly. */
export type Program<Name extends CommandName = never> = (terminal: Terminal<Name>) => Promise<number>;
