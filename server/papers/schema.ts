import { z } from "zod";
import { PAPER_LANGUAGES } from "@/messages/papers/all";

export const PaperLanguageOnWire = z
  .enum(PAPER_LANGUAGES)
  .describe("Language of the paper; those of the payer's pages.");

export const PaperQuery = z.object({
  lang: PaperLanguageOnWire.optional().describe("Language of the paper; English unless said."),
});
