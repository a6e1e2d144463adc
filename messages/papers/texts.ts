import type { en } from "@/messages/papers/en";

/** What every language has to say on papers. */
export type PaperTexts = { readonly [K in keyof typeof en]: string };
